//! rc11, rc20, ra, tso: robust
//! source: written plainly, published, read atomically
#include <pthread.h>
int flag, data;
static void *f(void *a) { data = 1; __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE)) ;
  int d = __atomic_load_n(&data, __ATOMIC_RELAXED);  /* atomic here, plain in f: no race */
  pthread_join(t, 0);
  return d - 1;
}
