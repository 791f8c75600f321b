// A library without a main: a counter that readers may look at any time.
#include <assert.h>
#include <stdatomic.h>

static atomic_int counter;

void increment(void) {
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
}

void watch(void) {
  int first = atomic_load_explicit(&counter, memory_order_relaxed);
  int second = atomic_load_explicit(&counter, memory_order_relaxed);
  assert(first <= second);
}
