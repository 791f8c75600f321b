//! any: robust against tso pso sra ra rc20 rc11
//! run: --any use
// Two may be inside at a time.
#include <stdatomic.h>

static atomic_int inside;
static _Atomic unsigned char work;

void use(void) {
  int n;
  do {
    while ((n = atomic_load_explicit(&inside, memory_order_acquire)) >= 2) {
    }
  } while (!atomic_compare_exchange_strong_explicit(&inside, &n, n + 1, memory_order_acq_rel,
                                                    memory_order_acquire));
  atomic_fetch_xor_explicit(&work, 1, memory_order_acq_rel);
  atomic_fetch_sub_explicit(&inside, 1, memory_order_acq_rel);
}
