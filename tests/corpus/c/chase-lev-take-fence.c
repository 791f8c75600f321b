//! tso: robust
//! ra, rc20: not-robust
//! source: Chase-Lev deque, a fence in take only
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 4 };
atomic_int top, bottom;
atomic_int tasks[SIZE];

static void push(int task) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&tasks[b % SIZE], task, memory_order_relaxed);
  atomic_store_explicit(&bottom, b + 1, memory_order_release);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_release);
  atomic_thread_fence(memory_order_seq_cst);
  int t = atomic_load_explicit(&top, memory_order_acquire);
  int task = -1;
  if (t <= b) {
    task = atomic_load_explicit(&tasks[b % SIZE], memory_order_relaxed);
    if (t == b) {
      if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_acq_rel,
                                                   memory_order_relaxed)) {
        task = -1;
      }
      atomic_store_explicit(&bottom, b + 1, memory_order_release);
    }
  } else {
    atomic_store_explicit(&bottom, b + 1, memory_order_release);
  }
  return task;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b) return -1;
  int task = atomic_load_explicit(&tasks[t % SIZE], memory_order_relaxed);
  if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_acq_rel,
                                               memory_order_relaxed)) {
    return -1;
  }
  return task;
}

static void* owner(void* argument) {
  push(1);
  push(2);
  take();
  return argument;
}

static void* thief(void* argument) {
  steal();
  steal();
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, owner, NULL);
  pthread_create(&second, NULL, thief, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
