// expect: race at 12 13
// Two threads write their own parts before a barrier, and one continues after it.
#include <pthread.h>

static pthread_barrier_t barrier;
static int parts[2];

static void* work(void* which) {
  const int self = which != 0;
  parts[self] = 1;
  pthread_barrier_wait(&barrier);
  if (self) parts[0] = 2;
  return parts[0] > 2 ? which : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, &barrier);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
