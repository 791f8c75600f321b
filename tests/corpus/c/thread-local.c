//! ra, rc20: robust
//! source: thread-local counters are not shared
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Thread_local int mine;
atomic_int total;

static void* work(void* argument) {
  mine++;
  mine++;
  atomic_fetch_add_explicit(&total, mine, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&total) == 4);
  return 0;
}
