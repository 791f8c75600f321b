// expect: race at 15 29
// A timer is set before the data has been written that the called function reads.
#define _GNU_SOURCE
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sem_t called;
int data;

static void notify(union sigval value) {
  (void)value;
  if (data > 1) abort();
  sem_post(&called);
}

int main(void) {
  sem_init(&called, 0, 0);
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = notify;
  timer_t timer;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) abort();
  const struct itimerspec soon = {{0, 0}, {0, 1000000}};
  if (timer_settime(timer, 0, &soon, 0) != 0) abort();
  data = 1;
  sem_wait(&called);
  return 0;
}
