//! tso, ra, rc20: not-robust
//! source: Szymanski's mutual exclusion in C11
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2];
int data;

static int look(int who) {
  return atomic_load_explicit(&flag[who], memory_order_acquire);
}
static void show(int who, int what) {
  atomic_store_explicit(&flag[who], what, memory_order_release);
}

static void lock(int me) {
  const int other = 1 - me;
  show(me, 1);
  while (look(other) >= 3) {
  }
  show(me, 3);
  if (look(other) == 1) {
    show(me, 2);
    while (look(other) != 4) {
    }
  }
  show(me, 4);
  if (me == 1) {
    while (look(0) >= 2) {
    }
  }
}

static void unlock(int me) {
  if (me == 0) {
    int theirs;
    do {
      theirs = look(1);
    } while (theirs == 2 || theirs == 3);
  }
  show(me, 0);
}

static void* one(void* argument) {
  lock(0);
  data = 1;
  unlock(0);
  return argument;
}

static void* two(void* argument) {
  lock(1);
  data = 2;
  unlock(1);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
