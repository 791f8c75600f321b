// expect: clean
// The C library calls functions of the program in threads of its own.
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sem_t called;
static int wanted, got;
static char buffer[16];

static void check(int right) {
  if (!right) abort();
}

static void notify(union sigval value) {
  got = wanted + value.sival_int;
  sem_post(&called);
}

int main(void) {
  sem_init(&called, 0, 0);
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = notify;
  event.sigev_value.sival_int = 1;

  timer_t timer;
  check(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  wanted = 1;
  const struct itimerspec soon = {{0, 0}, {0, 1000000}};
  check(timer_settime(timer, 0, &soon, 0) == 0);
  sem_wait(&called);
  check(got == 2);

  const int file = open("/proc/self/exe", O_RDONLY);
  struct aiocb request;
  memset(&request, 0, sizeof request);
  request.aio_fildes = file;
  request.aio_buf = buffer;
  request.aio_nbytes = sizeof buffer;
  request.aio_sigevent = event;
  wanted = 2;
  check(aio_read(&request) == 0);
  sem_wait(&called);
  check(got == 3);
  while (aio_error(&request) == EINPROGRESS) usleep(100);
  check(buffer[1] == 'E');
  return 0;
}
