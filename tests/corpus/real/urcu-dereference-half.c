//! rc11: not-robust
//! race rc11: yes
//! verify rc11: unsafe
//! source: liburcu urcu-pointer.c, rcu_dereference_sym after 0f9515c (2026)

// The function has a fence, so what follows is ordered after the load. The load is still not
// atomic.
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
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
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
