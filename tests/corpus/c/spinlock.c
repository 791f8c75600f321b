//! tso, ra, rc20: robust
//! source: test-and-set lock in C11
#include <pthread.h>
#include <stdatomic.h>

atomic_int held;
int counter;

static void* worker(void* argument) {
  (void)argument;
  for (;;) {
    int free = 0;
    while (!atomic_compare_exchange_weak_explicit(&held, &free, 1, memory_order_acquire,
                                                  memory_order_relaxed)) {
      free = 0;
    }
    counter = (counter + 1) % 4;
    atomic_store_explicit(&held, 0, memory_order_release);
  }
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
