//! rc11: not-robust
//! consequence rc11: harmful race
//! verify rc11: unsafe
//! source: Concurrency Kit ck_epoch.h, ck_epoch_begin before 1faa673 (2026)

// A reader announces the epoch that it has seen. Whoever frees memory waits until the reader has
// seen an epoch that began after the memory was unlinked. But the reader's loads may be older than
// the epoch that it announces: it still finds the memory, and nobody waits for it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

// The last two are the reader's record: what it observed is left from a section before this one.
atomic_uint epoch = 1, active, observed = 1;
_Atomic(int*) shared;

static void* reader(void* unused) {
  (void)unused;
  atomic_store_explicit(&active, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  unsigned e = atomic_load_explicit(&epoch, memory_order_relaxed);
  atomic_store_explicit(&observed, e, memory_order_relaxed);
  int value = *atomic_load_explicit(&shared, memory_order_acquire);
  (void)value;
  atomic_store_explicit(&active, 0, memory_order_release);
  return 0;
}

static void synchronise(void) {
  for (unsigned e = 1; e <= 2; ++e) {
    atomic_thread_fence(memory_order_seq_cst);
    while (atomic_load_explicit(&active, memory_order_acquire) != 0 &&
           atomic_load_explicit(&observed, memory_order_acquire) != e) {
    }
    atomic_store_explicit(&epoch, e + 1, memory_order_relaxed);
  }
}

static void* reclaimer(void* new) {
  int* old = atomic_exchange_explicit(&shared, new, memory_order_release);
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
  pthread_create(&b, 0, reclaimer, &next);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
