// expect: clean
// A function that runs at exit happens after what the thread that registered it had done before.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int registered;

static void atEnd(void) {
  if (data != 1) abort();
}

static void* work(void* unused) {
  data = 1;
  atexit(atEnd);
  atomic_store_explicit(&registered, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_detach(worker);
  while (!atomic_load_explicit(&registered, memory_order_relaxed)) {
  }
  return 0;
}
