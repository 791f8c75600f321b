//! ra, rc20: robust
//! source: a new version of a structure is published
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int a, b;
};
_Atomic(struct config*) current;
struct config first = {1, 1};

static void* updater(void* argument) {
  struct config* next = malloc(sizeof *next);
  next->a = 2;
  next->b = 2;
  atomic_store_explicit(&current, next, memory_order_release);
  return argument;
}

static void* reader(void* argument) {
  struct config* seen = atomic_load_explicit(&current, memory_order_acquire);
  assert(seen->a == seen->b);
  return argument;
}

int main(void) {
  atomic_init(&current, &first);
  pthread_t update, read;
  pthread_create(&update, NULL, updater, NULL);
  pthread_create(&read, NULL, reader, NULL);
  pthread_join(update, NULL);
  pthread_join(read, NULL);
}
