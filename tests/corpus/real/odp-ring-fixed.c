//! rc11: robust
//! verify rc11: safe
//! source: OpenDataPlane odp_ring_internal.h with one more order; its history does not have it

// Who moves the head also releases what it knew of the tail.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define MASK 3u

atomic_uint write_head, write_tail, read_head, read_tail;
int data[MASK + 1];

static void enqueue(int value) {
  unsigned at = atomic_fetch_add_explicit(&write_head, 1, memory_order_relaxed);
  data[at & MASK] = value;
  while (atomic_load_explicit(&write_tail, memory_order_acquire) != at) {
  }
  atomic_store_explicit(&write_tail, at + 1, memory_order_release);
}

static int dequeue(void) {
  unsigned at = atomic_load_explicit(&read_head, memory_order_acquire);
  do {
    unsigned tail = atomic_load_explicit(&write_tail, memory_order_acquire);
    if (at == tail) return 0;
    assert(at - tail > MASK);  // the head is not ahead of the tail
  } while (!atomic_compare_exchange_strong_explicit(&read_head, &at, at + 1, memory_order_acq_rel,
                                                    memory_order_acquire));
  int value = data[at & MASK];
  while (atomic_load_explicit(&read_tail, memory_order_acquire) != at) {
  }
  atomic_store_explicit(&read_tail, at + 1, memory_order_release);
  return value;
}

static void* both(void* unused) {
  (void)unused;
  enqueue(1);
  dequeue();
  return 0;
}

static void* consumer(void* unused) {
  (void)unused;
  dequeue();
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, both, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
