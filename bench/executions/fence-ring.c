// fence-ring.rob in C, for GenMC.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x[4];

static void *run(void *number) {
  const int i = (int)(intptr_t)number;
  for (int k = 1; k <= 2; ++k) {
    atomic_store_explicit(&x[i], k, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_load_explicit(&x[(i + 1) % 4], memory_order_relaxed);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, run, (void *)i);
  return 0;
}
