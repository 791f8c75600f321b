//! rc11: not-robust
//! consequence rc11: harmful race
//! verify rc11: unsafe
//! source: OpenSSL crypto/threads_pthread.c from 4a1a7fe5ce to d296f96533 (2025)

// The writer adds 0 to the old counter. Now one of the two updates of the counter is first: either
// the writer sees the reader, or the reader acquires the change. But a reader that enters by the
// new counter has acquired nothing and may still read the old pointer.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_uint current;  // the counter that new readers use
atomic_int users[2];
_Atomic(int*) shared;

static unsigned enter(void) {
  for (;;) {
    unsigned i = atomic_load_explicit(&current, memory_order_acquire);
    atomic_fetch_add_explicit(&users[i], 1, memory_order_acquire);
    if (atomic_load_explicit(&current, memory_order_relaxed) == i) return i;
    atomic_fetch_sub_explicit(&users[i], 1, memory_order_relaxed);
  }
}

static void leave(unsigned i) {
  atomic_fetch_sub_explicit(&users[i], 1, memory_order_release);
}

static void synchronise(void) {
  atomic_store_explicit(&current, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&users[0], 0, memory_order_release);
  while (atomic_load_explicit(&users[0], memory_order_acquire) != 0) {
  }
}

static void* reader(void* unused) {
  (void)unused;
  unsigned i = enter();
  int value = *atomic_load_explicit(&shared, memory_order_acquire);
  (void)value;
  leave(i);
  return 0;
}

static void* writer(void* new) {
  int* old = atomic_load_explicit(&shared, memory_order_relaxed);
  atomic_store_explicit(&shared, new, memory_order_release);
  synchronise();
  free(old);
  return 0;
}

int main(void) {
  static int next = 2;
  int* first = malloc(sizeof *first);
  *first = 1;
  atomic_store(&shared, first);
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, &next);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
