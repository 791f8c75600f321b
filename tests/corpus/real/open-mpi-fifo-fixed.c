//! rc11: robust
//! verify rc11: safe
//! source: Open MPI opal_fifo.h, push with an acq_rel barrier; its history does not have it

// A barrier in front of the exchange and one after it that also orders the exchange's load.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct item {
  _Atomic(struct item*) next;
} ghost, items[2];

_Atomic(struct item*) head = &ghost, tail = &ghost;

static void* push(void* item) {
  atomic_store_explicit(&((struct item*)item)->next, &ghost, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  struct item* last = atomic_exchange_explicit(&tail, item, memory_order_relaxed);
  atomic_thread_fence(memory_order_acq_rel);
  if (last == &ghost) {
    atomic_store_explicit(&head, item, memory_order_relaxed);
  } else {
    atomic_store_explicit(&last->next, item, memory_order_relaxed);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, push, &items[0]);
  pthread_create(&b, 0, push, &items[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  struct item* first = atomic_load(&head);
  struct item* second = atomic_load(&first->next);
  assert(second != &ghost);
}
