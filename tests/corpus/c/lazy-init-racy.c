//! rc20: not-robust
//! race rc20: yes
//! source: initialisation on first use without synchronisation
#include <pthread.h>
#include <stdatomic.h>

int initialised;
int value;

static void* user(void* argument) {
  (void)argument;
  if (!initialised) {
    value = 3;
    initialised = 1;
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, user, NULL);
  pthread_create(&second, NULL, user, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
