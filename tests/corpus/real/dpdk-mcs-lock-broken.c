//! rc11: not-robust
//! consequence rc11: harmful hang
//! hangs
//! verify rc11: unsafe
//! source: DPDK rte_mcslock.h before 021b698eb5 (2020)

// A waiter sets locked in its own node, links the node behind the one before it, and waits. The
// link is relaxed, so the holder can find the node and clear locked before the waiter's own store
// of 1 counts: the 1 comes last, and the waiter waits forever.
#include <pthread.h>
#include <stdatomic.h>

struct node {
  _Atomic(struct node*) next;
  atomic_int locked;
};

_Atomic(struct node*) last;
struct node nodes[2];
int counter;

static void lock(struct node* me) {
  atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  struct node* before = atomic_exchange_explicit(&last, me, memory_order_acq_rel);
  if (before == NULL) return;
  atomic_store_explicit(&before->next, me, memory_order_relaxed);
  atomic_thread_fence(memory_order_acq_rel);
  while (atomic_load_explicit(&me->locked, memory_order_acquire)) {
  }
}

static void unlock(struct node* me) {
  if (atomic_load_explicit(&me->next, memory_order_relaxed) == NULL) {
    struct node* expected = me;
    if (atomic_compare_exchange_strong_explicit(&last, &expected, NULL, memory_order_release,
                                                memory_order_relaxed)) {
      return;
    }
    atomic_thread_fence(memory_order_acquire);
    while (atomic_load_explicit(&me->next, memory_order_relaxed) == NULL) {
    }
  }
  struct node* next = atomic_load_explicit(&me->next, memory_order_relaxed);
  atomic_store_explicit(&next->locked, 0, memory_order_release);
}

static void* worker(void* me) {
  lock(me);
  ++counter;
  unlock(me);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, &nodes[0]);
  pthread_create(&b, 0, worker, &nodes[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
