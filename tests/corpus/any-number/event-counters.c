//! any: robust against tso pso sra ra
//! any: not-robust with 1 client against rc20 rc11
//! run: --any count --entry check
// Two counters: who waits for one of them may read the other too early.
#include <stdatomic.h>

static _Atomic unsigned char events, done;

void count(void) {
  atomic_fetch_add_explicit(&events, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
}

unsigned check(void) {
  while (atomic_load_explicit(&done, memory_order_acquire) != 2) {
  }
  return atomic_load_explicit(&events, memory_order_relaxed);
}
