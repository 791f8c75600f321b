// expect: race at 12 22
// A byte is written to a pipe before the data, which the reader of the byte reads.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];
int data;

static void* produce(void* unused) {
  if (write(ends[1], "x", 1) != 1) abort();
  data = 1;
  return unused;
}

int main(void) {
  pthread_t producer;
  char c;
  if (pipe(ends) != 0) abort();
  pthread_create(&producer, 0, produce, 0);
  if (read(ends[0], &c, 1) != 1) abort();
  if (data > 1) abort();
  pthread_join(producer, 0);
  return 0;
}
