// Two threads may both get in: each store can still be on its way when the load after it runs.
#include <stdatomic.h>

atomic_int a, b;
int IN;

void left(void) {
  atomic_store_explicit(&a, 1, memory_order_release);
  if (!atomic_load_explicit(&b, memory_order_acquire)) IN++;
}

void right(void) {
  atomic_store_explicit(&b, 1, memory_order_release);
  if (!atomic_load_explicit(&a, memory_order_acquire)) IN++;
}
