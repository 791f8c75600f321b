// expect: clean
// A barrier, semaphores, a spin lock and a detached thread, of pthreads.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { kThreads = 3, kRounds = 8 };
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t done;
static int board[kThreads];
static int total;

static void* round_trip(void* argument) {
  const int me = *(int*)argument;
  for (int round = 1; round <= kRounds; ++round) {
    board[me] = round;
    pthread_barrier_wait(&barrier);
    if (board[(me + 1) % kThreads] != round) abort();
    pthread_barrier_wait(&barrier);
  }
  pthread_spin_lock(&spin);
  total += board[me];
  pthread_spin_unlock(&spin);
  sem_post(&done);
  return NULL;
}

int main(void) {
  static int numbers[kThreads] = {0, 1, 2};
  pthread_barrier_init(&barrier, NULL, kThreads);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  sem_init(&done, 0, 0);
  for (int i = 0; i < kThreads; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, round_trip, &numbers[i]) != 0) abort();
    pthread_detach(thread);
  }
  for (int i = 0; i < kThreads; ++i) sem_wait(&done);
  pthread_exit(total == kThreads * kRounds ? NULL : (abort(), NULL));
}
