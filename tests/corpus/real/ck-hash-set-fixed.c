//! rc11: robust
//! verify rc11: safe
//! source: Concurrency Kit ck_hs.c, ck_hs_map_signal after dbba02d (2026)

// A store fence before the generation changes: who sees the new generation sees the new copy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

// The probe of a key looks at the slots in this order. The key is in slot 1 and is moved to slot 0.
atomic_bool slots[2] = {0, 1};
atomic_uint generation;

static void* relocate(void* unused) {
  (void)unused;
  atomic_store_explicit(&slots[0], 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  unsigned g = atomic_load_explicit(&generation, memory_order_relaxed);
  atomic_store_explicit(&generation, g + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&slots[1], 0, memory_order_relaxed);
  return 0;
}

static void* get(void* unused) {
  (void)unused;
  unsigned before = atomic_load_explicit(&generation, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  bool found = atomic_load_explicit(&slots[0], memory_order_relaxed) ||
               atomic_load_explicit(&slots[1], memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  bool valid = atomic_load_explicit(&generation, memory_order_relaxed) == before;
  assert(found || !valid);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, relocate, 0);
  pthread_create(&b, 0, get, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
