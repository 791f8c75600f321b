/* Waiting with robur.h in C: for a value that nothing old has, until a condition holds, and in a
 * lock. With -DTOO_EARLY it waits for a value that an old store has, too. */
#include <pthread.h>
#include <robur.h>

static atomic_int x, y, done, locked;
static int shared;

static void* writer(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
#ifdef TOO_EARLY
  atomic_store_explicit(&x, 0, memory_order_relaxed);
#endif
  return unused;
}

static void* waiter(void* unused) {
  atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
#ifdef TOO_EARLY
  robur_wait(&x, 0);
#else
  robur_wait(&x, 1);
#endif
  return unused;
}

static void* locker(void* unused) {
  robur_bcas(&locked, 0, 1);
  ++shared;
  atomic_store_explicit(&locked, 0, memory_order_release);
  atomic_fetch_add_explicit(&done, 1, memory_order_release);
  return unused;
}

int main(void) {
  void* (*run[4])(void*) = {writer, waiter, locker, locker};
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, run[i], 0);
  robur_wait_until(atomic_load_explicit(&done, memory_order_acquire) == 2);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return shared != 2;
}
