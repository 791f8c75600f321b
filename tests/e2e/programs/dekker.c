// The heart of Dekker's algorithm, without fences.
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2];
int critical;

static void* enter(void* argument) {
  long me = (long)argument;
  atomic_store_explicit(&wants[me], 1, memory_order_release);
  if (!atomic_load_explicit(&wants[1 - me], memory_order_acquire)) {
    critical = 1;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, (void*)i);
  for (long i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
