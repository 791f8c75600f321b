//! any: robust against tso sra ra rc20 rc11
//! any: not-robust with 2 client against pso
//! run: --any use
// Mellor-Crummey and Scott's lock with nodes on the stack, which come from a pool.
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
  struct node* _Atomic next;
  atomic_bool blocked;
};
static struct node* _Atomic tail;
static bool count;

void use(void) {
  struct node mine;
  atomic_store_explicit(&mine.next, NULL, memory_order_relaxed);
  atomic_store_explicit(&mine.blocked, true, memory_order_relaxed);
  struct node* other = atomic_exchange_explicit(&tail, &mine, memory_order_acq_rel);
  if (other) {
    atomic_store_explicit(&other->next, &mine, memory_order_release);
    while (atomic_load_explicit(&mine.blocked, memory_order_acquire)) {
    }
  }
  count = !count;
  struct node* next = atomic_load_explicit(&mine.next, memory_order_acquire);
  if (!next) {
    struct node* last = &mine;
    if (atomic_compare_exchange_strong_explicit(&tail, &last, NULL, memory_order_acq_rel,
                                                memory_order_relaxed)) {
      return;
    }
    while (!(next = atomic_load_explicit(&mine.next, memory_order_acquire))) {
    }
  }
  atomic_store_explicit(&next->blocked, false, memory_order_release);
}
