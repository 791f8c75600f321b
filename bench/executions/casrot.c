// casrot.rob in C, for GenMC.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void *run(void *number) {
  const int i = (int)(intptr_t)number;
  int expected = i;
  atomic_compare_exchange_strong_explicit(&x, &expected, i + 1, memory_order_relaxed,
                                          memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[9];
  for (intptr_t i = 0; i < 9; ++i) pthread_create(&threads[i], NULL, run, (void *)i);
  return 0;
}
