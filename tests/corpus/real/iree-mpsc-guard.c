//! rc11: not-robust
//! consequence rc11: harmless
//! verify rc11: safe
//! source: IREE mpsc_queue, only the test of pull request 23707 (2026)

// The loads are in the old order. The producer can still see more used than there is, and then says
// that the ring is full.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define CAPACITY 1u

atomic_uint reserved = 1, consumed;
atomic_int slots[CAPACITY] = {1};  // 0: free

static int push(int value) {
  unsigned at, used;
  do {
    at = atomic_load_explicit(&reserved, memory_order_relaxed);
    unsigned tail = atomic_load_explicit(&consumed, memory_order_acquire);
    used = at - tail;
    if (used >= CAPACITY) return 0;
  } while (!atomic_compare_exchange_weak_explicit(&reserved, &at, at + 1, memory_order_relaxed,
                                                  memory_order_relaxed));
  int old = atomic_exchange_explicit(&slots[at % CAPACITY], value, memory_order_relaxed);
  assert(old == 0);
  return 1;
}

static void* producer(void* unused) {
  (void)unused;
  push(2);
  return 0;
}

static void* consumer(void* unused) {
  (void)unused;
  atomic_store_explicit(&slots[0], 0, memory_order_relaxed);
  atomic_store_explicit(&consumed, 1, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, producer, 0);
  pthread_create(&c, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
