// expect: clean
// Threads of C, with their mutex, condition and once flag.
#include <stdlib.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static int turn, base;

static void init(void) {
  base = 1;
}

static int player(void* argument) {
  const int me = *(int*)argument;
  call_once(&once, init);
  for (int i = 0; i < 20; ++i) {
    mtx_lock(&mutex);
    while (turn % 2 != me) cnd_wait(&changed, &mutex);
    turn += base;
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  thrd_t a, b;
  int zero = 0, one = 1;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  if (thrd_create(&a, player, &zero) != thrd_success) abort();
  if (thrd_create(&b, player, &one) != thrd_success) abort();
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return turn == 40 ? 0 : 1;
}
