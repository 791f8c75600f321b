//! any: robust against tso sra ra rc20 rc11
//! any: not-robust with 2 client against pso
//! run: --any use
// Initialisation that is run once; everybody else waits for it.
#include <assert.h>
#include <stdatomic.h>

static atomic_int state;
static int value;

void use(void) {
  if (atomic_load_explicit(&state, memory_order_acquire) != 2) {
    int none = 0;
    if (atomic_compare_exchange_strong_explicit(&state, &none, 1, memory_order_relaxed,
                                                memory_order_relaxed)) {
      value = 3;
      atomic_store_explicit(&state, 2, memory_order_release);
    } else {
      while (atomic_load_explicit(&state, memory_order_acquire) != 2) {
      }
    }
  }
  assert(value == 3);
}
