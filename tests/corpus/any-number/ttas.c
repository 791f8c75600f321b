//! any: robust against tso sra ra rc20 rc11
//! any: not-robust with 2 client against pso
//! run: --any increment
// Test and test-and-set lock around a plain counter.
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool held;
static bool count;

void increment(void) {
  do {
    while (atomic_load_explicit(&held, memory_order_relaxed)) {
    }
  } while (atomic_exchange_explicit(&held, true, memory_order_acquire));
  count = !count;
  atomic_store_explicit(&held, false, memory_order_release);
}
