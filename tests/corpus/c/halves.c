//! rc11, rc20, tso: robust
//! source: a ticket lock whose halves are read at once
#include <pthread.h>
union { unsigned long both; struct { unsigned head, tail; } s; } u;
static void *f(void *a) { __atomic_fetch_add(&u.s.head, 1, __ATOMIC_RELAXED); return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  (void)__atomic_load_n(&u.both, __ATOMIC_ACQUIRE);  /* both halves at once, as in a ticket lock */
  pthread_join(t, 0);
}
