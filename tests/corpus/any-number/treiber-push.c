//! any: robust against tso pso sra ra rc20 rc11
//! run: --any push --entry look
// Treiber's stack: any number of pushers, and two nodes.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int payload;
  struct node* _Atomic next;
};
static struct node* _Atomic head;

void push(void) {
  struct node* mine = malloc(sizeof *mine);
  mine->payload = 1;
  struct node* old = atomic_load_explicit(&head, memory_order_relaxed);
  do {
    atomic_store_explicit(&mine->next, old, memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(&head, &old, mine, memory_order_release,
                                                  memory_order_relaxed));
}

void look(void) {
  struct node* top = atomic_load_explicit(&head, memory_order_acquire);
  while (!top) top = atomic_load_explicit(&head, memory_order_acquire);
  assert(top->payload == 1);
}
