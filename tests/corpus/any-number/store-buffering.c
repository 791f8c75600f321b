//! any: not-robust with 2 client against tso pso sra ra rc20 rc11
//! run: --any left,right
// Two threads that call different functions are store buffering.
#include <stdatomic.h>

static atomic_int x, y;

int left(void) {
  atomic_store_explicit(&x, 1, memory_order_release);
  return atomic_load_explicit(&y, memory_order_acquire);
}

int right(void) {
  atomic_store_explicit(&y, 1, memory_order_release);
  return atomic_load_explicit(&x, memory_order_acquire);
}
