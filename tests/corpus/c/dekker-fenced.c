//! rc20: robust
//! source: Dekker in C11, a fence after each announcement
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_bool wants[2];
atomic_int turn;
int critical;

static void lock(int me) {
  int other = 1 - me;
  atomic_store_explicit(&wants[me], true, memory_order_release);
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&wants[other], memory_order_acquire)) {
    if (atomic_load_explicit(&turn, memory_order_acquire) != me) {
      atomic_store_explicit(&wants[me], false, memory_order_release);
      while (atomic_load_explicit(&turn, memory_order_acquire) != me) {
      }
      atomic_store_explicit(&wants[me], true, memory_order_release);
      atomic_thread_fence(memory_order_seq_cst);
    }
  }
}

static void unlock(int me) {
  atomic_store_explicit(&turn, 1 - me, memory_order_release);
  atomic_store_explicit(&wants[me], false, memory_order_release);
}

static void* worker(void* argument) {
  int me = (int)(long)argument;
  lock(me);
  critical = me;
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
