//! rc11, tso: robust
//! verify rc11: safe
//! source: a pointer to a function in memory that is also read byte by byte, so that it is kept as a number
#include <pthread.h>
#include <stdatomic.h>

static union {
  void (*f)(void);
  unsigned char bytes[8];
} u;
static atomic_int x;

static void one(void) { atomic_store(&x, 1); }

static void *worker(void *a) {
  if (u.bytes[7] == 200) atomic_store(&x, 7);
  u.f();
  return a;
}

int main(void) {
  pthread_t t;
  u.f = one;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
