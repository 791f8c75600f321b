// sc-ring.rob in C, for GenMC.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x[5];

static void *run(void *number) {
  const int i = (int)(intptr_t)number;
  for (int k = 1; k <= 2; ++k) {
    atomic_store(&x[i], k);
    atomic_load(&x[(i + 1) % 5]);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[5];
  for (intptr_t i = 0; i < 5; ++i) pthread_create(&threads[i], NULL, run, (void *)i);
  return 0;
}
