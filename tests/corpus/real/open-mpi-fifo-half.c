//! rc11: not-robust
//! consequence rc11: harmful assertion
//! verify rc11: unsafe
//! source: Open MPI opal_fifo.h, push after 9abccbd9fc (2015), barriers as release fences

// A write barrier in front of the exchange. Processors keep the second thread's store behind the
// exchange that gave it the address, and that suffices there. The language knows no such
// dependency: its release fence needs somebody who acquires, and the second thread reads relaxed.
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
  atomic_thread_fence(memory_order_release);
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
