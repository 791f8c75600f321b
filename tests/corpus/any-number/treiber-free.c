//! any: fails with 2 client
//! any: not-robust with 2 client against tso pso sra ra rc20 rc11
//! run: --any push,pop
// Treiber's stack whose nodes are freed at once: somebody else may still look at them.
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node* _Atomic next;
};
static struct node* _Atomic head;

void push(void) {
  struct node* mine = malloc(sizeof *mine);
  struct node* old = atomic_load_explicit(&head, memory_order_relaxed);
  do {
    atomic_store_explicit(&mine->next, old, memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(&head, &old, mine, memory_order_release,
                                                  memory_order_relaxed));
}

void pop(void) {
  struct node* top = atomic_load_explicit(&head, memory_order_acquire);
  while (top) {
    struct node* below = atomic_load_explicit(&top->next, memory_order_relaxed);
    if (atomic_compare_exchange_weak_explicit(&head, &top, below, memory_order_acquire,
                                              memory_order_acquire)) {
      free(top);
      return;
    }
  }
}
