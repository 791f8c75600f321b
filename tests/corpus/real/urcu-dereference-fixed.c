//! rc11: robust
//! verify rc11: safe
//! source: liburcu, rcu_dereference with the load inside, the commit after 0f9515c (2026)

// The library loads the pointer itself, with an order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
};

struct node* shared;

static void* publish(void* node) {
  ((struct node*)node)->value = 1;
  __atomic_store_n(&shared, (struct node*)node, __ATOMIC_RELEASE);
  return 0;
}

static void* read(void* unused) {
  (void)unused;
  struct node* node = __atomic_load_n(&shared, __ATOMIC_CONSUME);
  if (node != NULL && node->value != 1) abort();
  return 0;
}

int main(void) {
  static struct node node;
  pthread_t a, b;
  pthread_create(&a, 0, publish, &node);
  pthread_create(&b, 0, read, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
