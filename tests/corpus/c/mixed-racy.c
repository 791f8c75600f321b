//! rc11, rc20, ra: not-robust
//! race rc11, rc20, ra: yes
//! tso: robust
//! source: a flag that is set plainly and awaited atomically
#include <pthread.h>
int flag;
static void *f(void *a) { flag = 1; return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE)) ;
  pthread_join(t, 0);
}
