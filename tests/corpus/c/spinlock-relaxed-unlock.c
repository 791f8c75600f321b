//! rc20: not-robust
//! race rc20: yes
//! source: test-and-set lock whose unlock is relaxed: the data races
#include <pthread.h>
#include <stdatomic.h>

atomic_flag held = ATOMIC_FLAG_INIT;
int counter;

static void* worker(void* argument) {
  (void)argument;
  while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {
  }
  counter++;
  atomic_flag_clear_explicit(&held, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
