//! any: robust against tso pso sra ra rc20 rc11
//! run: --any use
// Drepper's mutex: 0 free, 1 held, 2 held with sleepers. A sleeper waits until the word is not 2.
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int word;
static bool count;

void use(void) {
  int seen = 0;
  atomic_compare_exchange_strong_explicit(&word, &seen, 1, memory_order_acquire,
                                          memory_order_relaxed);
  while (seen != 0) {
    seen = atomic_exchange_explicit(&word, 2, memory_order_acquire);
    if (seen == 0) break;
    while (atomic_load_explicit(&word, memory_order_relaxed) == 2) {
    }
  }
  count = !count;
  atomic_exchange_explicit(&word, 0, memory_order_release);
}
