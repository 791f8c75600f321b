// expect: clean
// Data handed over through pipes, sockets, eventfd and epoll.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], answers[2], event, all;
static int data;

static void check(int right) {
  if (!right) abort();
}

static void* throughPipe(void* unused) {
  data = 1;
  check(write(ends[1], "x", 1) == 1);
  return unused;
}

static void* throughSocket(void* unused) {
  char c;
  check(recv(ends[1], &c, 1, 0) == 1);
  check(data == 2);
  data = 3;
  check(send(ends[1], &c, 1, 0) == 1);
  return unused;
}

static void* throughEvent(void* unused) {
  const uint64_t one = 1;
  data = 4;
  check(write(event, &one, sizeof one) == sizeof one);
  return unused;
}

// The reader sees the end of the pipe.
static void* throughEnd(void* unused) {
  data = 5;
  close(answers[1]);
  return unused;
}

int main(void) {
  pthread_t thread;
  char c;

  check(pipe(ends) == 0);
  pthread_create(&thread, 0, throughPipe, 0);
  const int copy = dup(ends[0]);
  check(read(copy, &c, 1) == 1);
  check(data == 1);
  pthread_join(thread, 0);

  check(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&thread, 0, throughSocket, 0);
  data = 2;
  check(send(ends[0], "x", 1, 0) == 1);
  check(recv(ends[0], &c, 1, 0) == 1);
  check(data == 3);
  pthread_join(thread, 0);

  event = eventfd(0, 0);
  all = epoll_create1(0);
  struct epoll_event wanted = {.events = EPOLLIN}, seen;
  check(epoll_ctl(all, EPOLL_CTL_ADD, event, &wanted) == 0);
  pthread_create(&thread, 0, throughEvent, 0);
  check(epoll_wait(all, &seen, 1, -1) == 1);
  uint64_t count;
  check(read(event, &count, sizeof count) == sizeof count);
  check(data == 4);
  pthread_join(thread, 0);

  check(pipe(answers) == 0);
  pthread_create(&thread, 0, throughEnd, 0);
  check(read(answers[0], &c, 1) == 0);
  check(data == 5);
  pthread_join(thread, 0);
  return 0;
}
