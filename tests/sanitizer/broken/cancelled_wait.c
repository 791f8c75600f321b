// expect: race at 15 36
// The cleanup handler releases the mutex before its last access.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER, begun = PTHREAD_COND_INITIALIZER;
static int begins;
int steps;

static void cleanUp(void* unused) {
  (void)unused;
  pthread_mutex_unlock(&mutex);

  ++steps;
}

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(cleanUp, 0);
  begins = 1;
  pthread_cond_signal(&begun);
  for (;;) pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_mutex_lock(&mutex);
  while (begins == 0) pthread_cond_wait(&begun, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_cancel(worker);
  pthread_mutex_lock(&mutex);
  ++steps;
  pthread_mutex_unlock(&mutex);
  pthread_join(worker, 0);
  return steps != 2;
}
