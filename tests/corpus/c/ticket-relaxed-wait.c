//! rc20: not-robust
//! race rc20: yes
//! source: ticket lock that waits with relaxed loads
#include <pthread.h>
#include <stdatomic.h>

struct ticket_lock {
  _Atomic unsigned char next;
  _Atomic unsigned char serving;
};
struct ticket_lock mutex;
int data;

static void* worker(void* argument) {
  (void)argument;
  unsigned char mine = atomic_fetch_add_explicit(&mutex.next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&mutex.serving, memory_order_relaxed) != mine) {
  }
  data++;
  atomic_store_explicit(&mutex.serving, (unsigned char)(mine + 1), memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
