// expect: race at 10
// C11 threads; one of them does not take the lock.
#include <threads.h>

static mtx_t lock;
static int counter;

static int work(void* takes) {
  if (takes) mtx_lock(&lock);
  ++counter;
  if (takes) mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, work, &lock);
  thrd_create(&b, work, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  return 0;
}
