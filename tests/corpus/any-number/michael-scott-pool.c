//! any: robust against tso pso sra ra rc20 rc11
//! run: --any enqueue;dequeue --init begin
// Michael and Scott's queue, whose nodes are never freed: two of them, beside the first dummy.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int payload;
  struct node* _Atomic next;
};
static struct node* _Atomic head;
static struct node* _Atomic tail;

void begin(void) {
  struct node* dummy = calloc(1, sizeof *dummy);
  atomic_store_explicit(&head, dummy, memory_order_relaxed);
  atomic_store_explicit(&tail, dummy, memory_order_relaxed);
}

void enqueue(void) {
  struct node* mine = calloc(1, sizeof *mine);
  mine->payload = 1;
  for (;;) {
    struct node* last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node* after = atomic_load_explicit(&last->next, memory_order_acquire);
    if (after) {
      atomic_compare_exchange_strong_explicit(&tail, &last, after, memory_order_acq_rel,
                                              memory_order_acquire);
    } else if (atomic_compare_exchange_strong_explicit(&last->next, &after, mine,
                                                       memory_order_acq_rel,
                                                       memory_order_acquire)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, mine, memory_order_acq_rel,
                                              memory_order_acquire);
      return;
    }
  }
}

void dequeue(void) {
  struct node* first = atomic_load_explicit(&head, memory_order_acquire);
  struct node* after = atomic_load_explicit(&first->next, memory_order_acquire);
  if (after && atomic_compare_exchange_strong_explicit(&head, &first, after, memory_order_acq_rel,
                                                       memory_order_acquire)) {
    assert(after->payload == 1);
  }
}
