//! tso, sra, ra, rc20, rc11: robust
//! source: written for Robur
// Threads raise a mark to the length that they have seen; the largest is left. Each raises it in
// one step, and what was done before is passed on.
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>

static _Atomic int mark;
static int seen[2];

static int raise_mark(void *length) {
  int mine = (int)(intptr_t)length;
  seen[mine - 1] = mine;
  return __c11_atomic_fetch_max(&mark, mine, memory_order_acq_rel);
}

static int watch(void *unused) {
  (void)unused;
  int at = atomic_load_explicit(&mark, memory_order_acquire);
  return at == 0 ? 0 : seen[at - 1];
}

int main(void) {
  thrd_t one, two, watcher;
  int before_one, before_two, length;
  thrd_create(&one, raise_mark, (void *)1);
  thrd_create(&two, raise_mark, (void *)2);
  thrd_create(&watcher, watch, 0);
  thrd_join(one, &before_one);
  thrd_join(two, &before_two);
  thrd_join(watcher, &length);
  assert(mark == 2 && length >= 0 && length <= 2);
  assert(before_one == 0 || before_one == 2);
  assert(before_two == 0 || before_two == 1);
}
