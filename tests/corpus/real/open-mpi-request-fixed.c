//! rc11: robust
//! verify rc11: safe
//! source: Open MPI pml/ob1, completion of a request after 38bc508b08 (2026)

// A release barrier before the count.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define BYTES 2

atomic_int received;
int fragments[BYTES];
int recycled;

static void* complete(void* which) {
  int* fragment = which;
  *fragment = 1;
  atomic_thread_fence(memory_order_release);
  int now = atomic_fetch_add_explicit(&received, 1, memory_order_relaxed) + 1;
  atomic_thread_fence(memory_order_acquire);
  if (now == BYTES) {
    for (int i = 0; i < BYTES; ++i) {
      assert(fragments[i] == 1);
      fragments[i] = 0;
    }
    ++recycled;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, complete, &fragments[0]);
  pthread_create(&b, 0, complete, &fragments[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
