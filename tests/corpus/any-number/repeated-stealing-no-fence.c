//! any: not-robust with 1 client against tso pso sra ra rc20 rc11
//! run: --any steal --entry owner
// A work-stealing deque of two items, which are there when it begins: the owner takes from the
// bottom, thieves from the top again and again, and the last item is for whoever moves the top. Without
// fences the owner and a thief can both take it.
#include <stdatomic.h>

static atomic_int top;
static atomic_int bottom = 2;

void owner(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t == b) {
    atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                            memory_order_relaxed);
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  } else if (t > b) {
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  }
}

void steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t < b) {
    atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                            memory_order_relaxed);
  }
}
