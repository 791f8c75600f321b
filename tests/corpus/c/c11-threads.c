//! ra, rc20: robust
//! source: threads.h: a counter under a mutex
#include <assert.h>
#include <threads.h>

mtx_t mutex;
int counter;

static int work(void* argument) {
  for (int i = 0; i < 2; i++) {
    mtx_lock(&mutex);
    counter += *(int*)argument;
    mtx_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  thrd_t threads[2];
  int step = 2;
  mtx_init(&mutex, mtx_plain);
  for (int i = 0; i < 2; i++) thrd_create(&threads[i], work, &step);
  for (int i = 0; i < 2; i++) thrd_join(threads[i], NULL);
  assert(counter == 8);
  return 0;
}
