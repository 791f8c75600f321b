// binc.rob in C, for GenMC.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x, y;

static void *run(void *number) {
  const int i = (int)(intptr_t)number;
  (void)i;
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[6];
  for (intptr_t i = 0; i < 6; ++i) pthread_create(&threads[i], NULL, run, (void *)i);
  return 0;
}
