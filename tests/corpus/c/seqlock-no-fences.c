//! rc20: not-robust
//! source: sequence lock without fences
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint version;
atomic_int low, high;

static void* writer(void* argument) {
  (void)argument;
  atomic_store_explicit(&version, 1, memory_order_relaxed);
  atomic_store_explicit(&low, 1, memory_order_relaxed);
  atomic_store_explicit(&high, 1, memory_order_relaxed);
  atomic_store_explicit(&version, 2, memory_order_release);
  return NULL;
}

static void* reader(void* argument) {
  (void)argument;
  unsigned before, after;
  int l, h;
  do {
    before = atomic_load_explicit(&version, memory_order_acquire);
    l = atomic_load_explicit(&low, memory_order_relaxed);
    h = atomic_load_explicit(&high, memory_order_relaxed);
    after = atomic_load_explicit(&version, memory_order_relaxed);
  } while (before != after || before % 2 == 1);
  assert(l == h);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
