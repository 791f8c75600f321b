//! any: robust against tso pso sra ra rc20 rc11
//! run: --any read --entry write
// A seqlock with one writer; versions wrap around after four.
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int version;
static atomic_bool left, right;

static void next(int* v, memory_order order) {
  *v = (*v + 1) % 4;
  atomic_exchange_explicit(&version, *v, order);
}

void write(void) {
  int v = 0;
  for (bool value = true;; value = !value) {
    next(&v, memory_order_acq_rel);
    atomic_store_explicit(&left, value, memory_order_release);
    atomic_store_explicit(&right, value, memory_order_release);
    next(&v, memory_order_release);
  }
}

bool read(void) {
  for (;;) {
    const int before = atomic_load_explicit(&version, memory_order_acquire);
    if (before % 2) continue;
    const bool a = atomic_load_explicit(&left, memory_order_acquire);
    const bool b = atomic_load_explicit(&right, memory_order_acquire);
    if (atomic_load_explicit(&version, memory_order_acquire) == before) return a == b;
  }
}
