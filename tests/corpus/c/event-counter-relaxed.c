//! rc20: not-robust
//! race rc20: yes
//! source: event counter, relaxed increment
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int events;
int payload;

static void* signaller(void* argument) {
  payload = 5;
  atomic_fetch_add_explicit(&events, 1, memory_order_relaxed);
  return argument;
}

static void* waiter(void* argument) {
  while (atomic_load_explicit(&events, memory_order_acquire) == 0) {
  }
  assert(payload == 5);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, signaller, NULL);
  pthread_create(&second, NULL, waiter, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
