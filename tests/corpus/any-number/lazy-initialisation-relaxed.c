//! any: robust against tso sra ra
//! any: not-robust with 2 client against pso rc20 rc11
//! run: --any use
// Double-checked locking whose first look is relaxed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool made;
static int value;

void use(void) {
  if (!atomic_load_explicit(&made, memory_order_relaxed)) {
    pthread_mutex_lock(&mutex);
    if (!atomic_load_explicit(&made, memory_order_relaxed)) {
      value = 3;
      atomic_store_explicit(&made, true, memory_order_release);
    }
    pthread_mutex_unlock(&mutex);
  }
  assert(value == 3);
}
