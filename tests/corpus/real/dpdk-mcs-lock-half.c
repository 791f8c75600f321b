//! rc11: not-robust
//! consequence rc11: harmful hang
//! hangs
//! verify rc11: unsafe
//! source: DPDK rte_mcslock.h from 021b698eb5 (2020) to 8357af1cb3 (2025)

// The link releases now, but the holder still reads it with relaxed loads. A release that nobody
// acquires orders nothing, and the waiter hangs as before.
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
  atomic_store_explicit(&before->next, me, memory_order_release);
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
