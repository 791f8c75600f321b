//! rc11: not-robust
//! race rc11: yes
//! verify rc11: unsafe
//! source: liburcu urcu-pointer.c, rcu_dereference_sym before 0f9515c (2026)

// The caller loads the pointer like any other and passes it to a function that does nothing with
// it. The load is not atomic and orders nothing.
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
  struct node* node = shared;
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
