// n-writers.rob in C, for GenMC.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void *run(void *number) {
  const int i = (int)(intptr_t)number;
  if (i == 0) {
    atomic_load_explicit(&x, memory_order_acquire);
  } else {
    atomic_store_explicit(&x, i, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[9];
  for (intptr_t i = 0; i < 9; ++i) pthread_create(&threads[i], NULL, run, (void *)i);
  return 0;
}
