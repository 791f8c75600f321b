//! any: robust against tso pso sra ra
//! any: not-robust with 1 client against rc20 rc11
//! run: --any use --entry drop
// A reference count: every user has a reference for some time, and whoever gives the last one back reuses the
// object. The owner has the first reference. The last one does not acquire what the others did.
#include <stdatomic.h>
#include <stdbool.h>

#include "robur.h"

static atomic_int count = 1;
static bool object;

void drop(void) {
  if (atomic_fetch_sub_explicit(&count, 1, memory_order_release) != 1) return;
  object = !object;
}

void use(void) {
  int n = atomic_load_explicit(&count, memory_order_relaxed);
  do {
    robur_assume(n != 0 && n != 3);
  } while (!atomic_compare_exchange_weak_explicit(&count, &n, n + 1, memory_order_relaxed,
                                                  memory_order_relaxed));
  const bool seen = object;
  (void)seen;
  drop();
}
