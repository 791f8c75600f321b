// expect: clean
// A thread that is cancelled while it waits for a condition has its mutex again in the cleanup
// handler.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER, begun = PTHREAD_COND_INITIALIZER;
static int steps;

static void cleanUp(void* unused) {
  (void)unused;
  ++steps;
  pthread_mutex_unlock(&mutex);
}

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(cleanUp, 0);
  ++steps;
  pthread_cond_signal(&begun);
  for (;;) pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_mutex_lock(&mutex);
  while (steps == 0) pthread_cond_wait(&begun, &mutex);
  ++steps;
  pthread_mutex_unlock(&mutex);
  pthread_cancel(worker);
  pthread_join(worker, 0);
  if (steps != 3) abort();
  return 0;
}
