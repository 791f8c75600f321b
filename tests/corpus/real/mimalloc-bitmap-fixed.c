//! rc11: robust
//! verify rc11: safe
//! source: mimalloc mimalloc-atomic.h after b74caddc (2020)

// Clearing a bit releases.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_uintptr_t map = 1;  // the first of the threads below has the block
int block;

static void unclaim(void) {
  atomic_fetch_and_explicit(&map, ~(uintptr_t)1, memory_order_acq_rel);
}

static int claim(void) {
  uintptr_t free = 0;
  return atomic_compare_exchange_weak_explicit(&map, &free, 1, memory_order_acq_rel,
                                               memory_order_relaxed);
}

static void* give_back(void* unused) {
  (void)unused;
  block = 1;
  unclaim();
  return 0;
}

static void* take(void* unused) {
  (void)unused;
  if (claim()) block = 2;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, give_back, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
