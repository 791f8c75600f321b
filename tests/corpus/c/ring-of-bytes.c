//! tso, ra, rc20, rc11: robust
//! source: a ring whose slots are addressed as bytes, size times index; the pointers in it stay whole
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct ring {
  atomic_uint head, tail;
  unsigned mask;
} ring;
void* slots[4];
int item;

static void put(void* slot, const void* entry, unsigned size) {
  unsigned tail = atomic_load_explicit(&ring.tail, memory_order_relaxed);
  slot = (char*)slot + size * (tail & ring.mask);
  memcpy(slot, entry, size);
  atomic_store_explicit(&ring.tail, tail + 1, memory_order_release);
}

static int take(const void* slot, void* to, unsigned size) {
  unsigned head = atomic_load_explicit(&ring.head, memory_order_relaxed);
  if (head == atomic_load_explicit(&ring.tail, memory_order_acquire)) return 0;
  slot = (const char*)slot + size * (head & ring.mask);
  memcpy(to, slot, size);
  atomic_store_explicit(&ring.head, head + 1, memory_order_release);
  return 1;
}

static void* producer(void* unused) {
  (void)unused;
  item = 1;
  void* entry = &item;
  put(slots, &entry, sizeof entry);
  return 0;
}

static void* consumer(void* unused) {
  (void)unused;
  int* found;
  if (take(slots, &found, sizeof found)) assert(*found == 1);
  return 0;
}

int main(void) {
  pthread_t a, b;
  ring.mask = 3;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
