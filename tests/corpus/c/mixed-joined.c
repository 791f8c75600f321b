//! rc11, rc20, ra, tso: robust
//! source: counted atomically, read plainly after join
#include <pthread.h>
int count;
static void *f(void *a) { __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); return a; }
int main(void) {
  count = 0;
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return count - 2;                                /* plain read after join */
}
