//! any: robust against tso sra ra rc20 rc11
//! any: not-robust with 2 client against pso
//! run: --any push,drain
// Treiber's stack, from which all nodes are taken at once: nobody can come back to one that has been
// freed.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int payload;
  struct node* below;
};
static struct node* _Atomic head;

void push(void) {
  struct node* mine = malloc(sizeof *mine);
  mine->payload = 1;
  mine->below = atomic_load_explicit(&head, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&head, &mine->below, mine, memory_order_release,
                                                memory_order_relaxed)) {
  }
}

void drain(void) {
  struct node* all = atomic_exchange_explicit(&head, NULL, memory_order_acquire);
  while (all) {
    struct node* below = all->below;
    assert(all->payload == 1);
    free(all);
    all = below;
  }
}
