//! rc11: not-robust
//! consequence rc11: harmful assertion
//! verify rc11: unsafe
//! source: DPDK rte_ring_c11_pvt.h from 49594a6314 (2018) to a4ad0eba9d (2025)

// One thread puts an element into the ring and takes it out again. Another reads the new head of
// the consumers, but the compare-exchange that wrote it releases nothing: it may still read the old
// tail of the producers. Then the tail is behind the head, and the difference is four billion
// elements. The fence orders the two loads of one thread. It does not make the other thread's
// stores known.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2u

// The head of one side is ahead of its tail while an element is being copied.
struct side {
  atomic_uint head, tail;
} producer, consumer;

// Reserves one place if there is one, seen from the side that moves: `limit` places are behind the
// other side's tail.
static int move_head(struct side* mine, struct side* other, unsigned limit, unsigned* at) {
  *at = atomic_load_explicit(&mine->head, memory_order_relaxed);
  do {
    atomic_thread_fence(memory_order_acquire);
    unsigned room = limit + atomic_load_explicit(&other->tail, memory_order_acquire) - *at;
    assert(room <= SIZE);
    if (room == 0) return 0;
  } while (!atomic_compare_exchange_strong_explicit(&mine->head, at, *at + 1, memory_order_relaxed,
                                                    memory_order_relaxed));
  return 1;
}

static void move_tail(struct side* mine, unsigned at) {
  while (atomic_load_explicit(&mine->tail, memory_order_relaxed) != at) {
  }
  atomic_store_explicit(&mine->tail, at + 1, memory_order_release);
}

static void enqueue(void) {
  unsigned at;
  if (move_head(&producer, &consumer, SIZE, &at)) move_tail(&producer, at);
}

static void dequeue(void) {
  unsigned at;
  if (move_head(&consumer, &producer, 0, &at)) move_tail(&consumer, at);
}

static void* producer_then_consumer(void* unused) {
  (void)unused;
  enqueue();
  dequeue();
  return 0;
}

static void* only_consumer(void* unused) {
  (void)unused;
  dequeue();
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer_then_consumer, 0);
  pthread_create(&b, 0, only_consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
