// expect: race at 12 21
// A semaphore that is posted before the data has been written.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t ready;
int data;

static void* produce(void* unused) {
  sem_post(&ready);
  data = 1;
  return unused;
}

int main(void) {
  pthread_t producer;
  sem_init(&ready, 0, 0);
  pthread_create(&producer, 0, produce, 0);
  sem_wait(&ready);
  if (data > 1) abort();
  pthread_join(producer, 0);
  return 0;
}
