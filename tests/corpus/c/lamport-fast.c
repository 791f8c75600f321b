//! tso, ra, rc20: not-robust
//! source: Lamport's fast mutex in C11
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
atomic_int busy[3];
int data;

static void lock(int me) {
start:
  atomic_store_explicit(&busy[me], 1, memory_order_release);
  atomic_store_explicit(&x, me, memory_order_release);
  if (atomic_load_explicit(&y, memory_order_acquire) != 0) {
    atomic_store_explicit(&busy[me], 0, memory_order_release);
    while (atomic_load_explicit(&y, memory_order_acquire) != 0) {
    }
    goto start;
  }
  atomic_store_explicit(&y, me, memory_order_release);
  if (atomic_load_explicit(&x, memory_order_acquire) != me) {
    atomic_store_explicit(&busy[me], 0, memory_order_release);
    for (int other = 1; other <= 2; other++) {
      while (atomic_load_explicit(&busy[other], memory_order_acquire) != 0) {
      }
    }
    if (atomic_load_explicit(&y, memory_order_acquire) != me) {
      while (atomic_load_explicit(&y, memory_order_acquire) != 0) {
      }
      goto start;
    }
  }
}

static void unlock(int me) {
  atomic_store_explicit(&y, 0, memory_order_release);
  atomic_store_explicit(&busy[me], 0, memory_order_release);
}

static void* one(void* argument) {
  lock(1);
  data = 1;
  unlock(1);
  return argument;
}

static void* two(void* argument) {
  lock(2);
  data = 2;
  unlock(2);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
