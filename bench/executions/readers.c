// readers.rob in C, for GenMC.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void *run(void *number) {
  const int i = (int)(intptr_t)number;
  if (i == 0) {
    atomic_store_explicit(&x, 42, memory_order_release);
  } else {
    atomic_load_explicit(&x, memory_order_acquire);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[18];
  for (intptr_t i = 0; i < 18; ++i) pthread_create(&threads[i], NULL, run, (void *)i);
  return 0;
}
