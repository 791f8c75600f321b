//! any: robust against tso sra ra rc20 rc11
//! any: not-robust with 2 client against pso
//! run: --any use
// Craig, Landin and Hagersten's lock: each waits for the node of the one before it, and frees it.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
  atomic_bool busy;
};
static struct node* _Atomic tail;
static bool count;

void use(void) {
  struct node* mine = malloc(sizeof *mine);
  atomic_store_explicit(&mine->busy, true, memory_order_relaxed);
  struct node* before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
  while (before && atomic_load_explicit(&before->busy, memory_order_acquire)) {
  }
  free(before);
  count = !count;
  atomic_store_explicit(&mine->busy, false, memory_order_release);
}
