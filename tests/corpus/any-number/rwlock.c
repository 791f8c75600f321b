//! any: robust against tso sra ra rc20 rc11
//! any: not-robust with 2 client against pso
//! run: --any read,write
// A readers-writer lock: the word counts readers, two at most, or is -1 while somebody writes.
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "robur.h"

static atomic_int word;
static bool left, right;

void write(void) {
  robur_bcas(&word, 0, -1, memory_order_acquire);
  left = !left;
  right = !right;
  atomic_store_explicit(&word, 0, memory_order_release);
}

void read(void) {
  int n = atomic_load_explicit(&word, memory_order_relaxed);
  do {
    while (n != 0 && n != 1) n = atomic_load_explicit(&word, memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(&word, &n, n + 1, memory_order_acquire,
                                                  memory_order_relaxed));
  assert(left == right);
  atomic_fetch_sub_explicit(&word, 1, memory_order_release);
}
