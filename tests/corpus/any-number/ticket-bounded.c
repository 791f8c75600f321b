//! any: robust against tso sra ra rc20 rc11
//! any: not-robust with 2 client against pso
//! run: --any use
// A ticket lock whose tickets wrap around after three, behind a gate that lets two in, so that no ticket is
// drawn twice.
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int inside, tickets, serving;
static bool count;

void use(void) {
  int n, mine;
  do {
    while ((n = atomic_load_explicit(&inside, memory_order_acquire)) == 2) {
    }
  } while (!atomic_compare_exchange_weak_explicit(&inside, &n, n + 1, memory_order_acq_rel,
                                                  memory_order_acquire));
  do {
    mine = atomic_load_explicit(&tickets, memory_order_acquire);
  } while (!atomic_compare_exchange_weak_explicit(&tickets, &mine, (mine + 1) % 3,
                                                  memory_order_acq_rel, memory_order_acquire));
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine) {
  }
  count = !count;
  atomic_store_explicit(&serving, (mine + 1) % 3, memory_order_release);
  atomic_fetch_sub_explicit(&inside, 1, memory_order_acq_rel);
}
