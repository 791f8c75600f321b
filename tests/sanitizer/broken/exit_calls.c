// expect: race at 11 16
// What a thread does after it has registered a function for the exit is not ordered before it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int data;
static atomic_int done;

static void atEnd(void) {
  if (data > 1) abort();
}

static void* work(void* unused) {
  atexit(atEnd);
  data = 1;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_detach(worker);
  while (!atomic_load_explicit(&done, memory_order_relaxed)) {
  }
  return 0;
}
