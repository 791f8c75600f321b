//! any: robust against tso sra ra rc20 rc11
//! any: not-robust with 2 client against pso
//! run: --any meet
// Whoever comes second at a gate lets both go on; the next two use it again.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool arrived, turn;

void meet(void) {
  pthread_mutex_lock(&gate);
  bool mine = !atomic_load_explicit(&turn, memory_order_acquire);
  if (atomic_load_explicit(&arrived, memory_order_acquire)) {
    atomic_store_explicit(&arrived, false, memory_order_release);
    atomic_store_explicit(&turn, mine, memory_order_release);
    pthread_mutex_unlock(&gate);
  } else {
    atomic_store_explicit(&arrived, true, memory_order_release);
    pthread_mutex_unlock(&gate);
    while (atomic_load_explicit(&turn, memory_order_acquire) != mine) {
    }
  }
}
