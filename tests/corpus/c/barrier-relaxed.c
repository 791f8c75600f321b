//! rc20: not-robust
//! race rc20: yes
//! source: barrier for two threads, relaxed arrival
#include <pthread.h>
#include <stdatomic.h>

atomic_int arrived;
atomic_int sense;
int left, right;

static void wait(void) {
  if (atomic_fetch_add_explicit(&arrived, 1, memory_order_relaxed) == 1) {
    atomic_store_explicit(&sense, 1, memory_order_release);
  } else {
    while (atomic_load_explicit(&sense, memory_order_acquire) == 0) {
    }
  }
}

static void* one(void* argument) {
  left = 1;
  wait();
  int seen = right;
  (void)seen;
  return argument;
}

static void* two(void* argument) {
  right = 1;
  wait();
  int seen = left;
  (void)seen;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
