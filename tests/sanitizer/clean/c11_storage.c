// expect: clean
// The rest of C's threads: storage with destructors, timed locks, detached threads.
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static tss_t key;
static mtx_t mutex;
static cnd_t changed;
static atomic_int ended;
static int shared, detached;

static void destroy(void* value) {
  atomic_fetch_add_explicit(&ended, *(int*)value, memory_order_relaxed);
  free(value);
}

static struct timespec soon(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  now.tv_sec += 60;
  return now;
}

static int work(void* argument) {
  int* const own = malloc(sizeof *own);
  *own = 1;
  tss_set(key, own);
  const struct timespec until = soon();
  if (mtx_timedlock(&mutex, &until) != thrd_success) abort();
  shared += *(int*)tss_get(key);
  mtx_unlock(&mutex);
  while (mtx_trylock(&mutex) != thrd_success) thrd_yield();
  shared += 1;
  mtx_unlock(&mutex);
  thrd_exit(argument != NULL);
}

static int alone(void* argument) {
  mtx_lock(&mutex);
  detached = 1;
  cnd_signal(&changed);
  mtx_unlock(&mutex);
  return argument != NULL;
}

int main(void) {
  thrd_t threads[2], other;
  tss_create(&key, destroy);
  mtx_init(&mutex, mtx_timed);
  cnd_init(&changed);
  for (int i = 0; i < 2; ++i) thrd_create(&threads[i], work, &shared);
  thrd_create(&other, alone, NULL);
  thrd_detach(other);
  mtx_lock(&mutex);
  while (!detached) {
    const struct timespec until = soon();
    if (cnd_timedwait(&changed, &mutex, &until) != thrd_success) abort();
  }
  mtx_unlock(&mutex);
  for (int i = 0; i < 2; ++i) {
    int result = 0;
    if (thrd_join(threads[i], &result) != thrd_success || result != 1) abort();
  }
  tss_delete(key);
  return shared == 4 && atomic_load_explicit(&ended, memory_order_relaxed) == 2 ? 0 : 1;
}
