//! tso, sra, ra: robust
//! rc20, rc11: not-robust
//! race rc20, rc11: yes
//! source: written for Robur
// The release fence stands in front of what is written into the new object, and covers nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int length;
  int first;
};

static _Atomic(struct message *) box;

static void *sender(void *unused) {
  struct message *m = malloc(sizeof *m);
  atomic_thread_fence(memory_order_release);
  m->length = 1;
  m->first = 42;
  atomic_store_explicit(&box, m, memory_order_relaxed);
  return unused;
}

static void *receiver(void *unused) {
  struct message *m = atomic_load_explicit(&box, memory_order_relaxed);
  if (m) {
    atomic_thread_fence(memory_order_acquire);
    assert(m->length == 1 && m->first == 42);
  }
  return unused;
}

int main(void) {
  pthread_t s, r;
  pthread_create(&s, 0, sender, 0);
  pthread_create(&r, 0, receiver, 0);
  pthread_join(s, 0);
  pthread_join(r, 0);
}
