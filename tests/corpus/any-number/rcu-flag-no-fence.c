//! any: not-robust with 1 client against tso pso sra ra rc20 rc11
//! run: --any read --entry update
// Readers count themselves (two at a time); the updater publishes the other copy and waits until nobody reads the
// old one, without fences.
#include <stdatomic.h>

static atomic_int readers, current;
static int copy[2];

int read(void) {
  int n = atomic_load_explicit(&readers, memory_order_acquire);
  do {
    while (n == 2) n = atomic_load_explicit(&readers, memory_order_acquire);
  } while (!atomic_compare_exchange_weak_explicit(&readers, &n, n + 1, memory_order_acq_rel,
                                                  memory_order_acquire));
  const int seen = copy[atomic_load_explicit(&current, memory_order_acquire)];
  atomic_fetch_sub_explicit(&readers, 1, memory_order_acq_rel);
  return seen;
}

void update(void) {
  for (int c = 1;; c = 1 - c) {
    copy[c] = 1;
    atomic_store_explicit(&current, c, memory_order_release);
    while (atomic_load_explicit(&readers, memory_order_acquire) != 0) {
    }
  }
}
