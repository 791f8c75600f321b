//! rc11: robust
//! verify rc11: safe
//! source: CPython Python/lock.c, _PySeqLock after gh-121368 (2024)

// A release fence follows the odd number: a reader that sees part of the new entry also sees that
// the sequence has changed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int version, name;  // the entry: both are 0, or both are 1

static void* writer(void* unused) {
  (void)unused;
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  atomic_compare_exchange_strong(&sequence, &before, before + 1);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&version, 1, memory_order_relaxed);
  atomic_store_explicit(&name, 1, memory_order_relaxed);
  atomic_store(&sequence, before + 2);
  return 0;
}

static void* reader(void* unused) {
  (void)unused;
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  if (before % 2 == 1) return 0;
  int v = atomic_load_explicit(&version, memory_order_relaxed);
  int n = atomic_load_explicit(&name, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  if (atomic_load_explicit(&sequence, memory_order_relaxed) == before) assert(v == n);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
