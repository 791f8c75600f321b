//! rc11, rc20, ra, tso: robust
//! source: a node is written plainly while it is private and read atomically later
#include <pthread.h>
#include <stdlib.h>
struct n { struct n *next; } *head;
static void *push(void *a) {
  struct n *p = malloc(sizeof *p), *h = __atomic_load_n(&head, __ATOMIC_RELAXED);
  do p->next = h;                                  /* still private: plain store */
  while (!__atomic_compare_exchange_n(&head, &h, p, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, push, 0);
  struct n *h = __atomic_load_n(&head, __ATOMIC_ACQUIRE);
  if (h) (void)__atomic_load_n(&h->next, __ATOMIC_RELAXED);
  pthread_join(t, 0);
}
