// big1.rob in C, for GenMC.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z, w;

static void *reads_eight(void *unused) {
  (void)unused;
  atomic_load_explicit(&x, memory_order_acquire);
  atomic_load_explicit(&y, memory_order_acquire);
  atomic_load_explicit(&z, memory_order_acquire);
  atomic_load_explicit(&w, memory_order_acquire);
  atomic_load_explicit(&x, memory_order_acquire);
  atomic_load_explicit(&y, memory_order_acquire);
  atomic_load_explicit(&z, memory_order_acquire);
  atomic_load_explicit(&w, memory_order_acquire);
  return NULL;
}

static void *reads_six(void *unused) {
  (void)unused;
  atomic_load_explicit(&x, memory_order_acquire);
  atomic_load_explicit(&y, memory_order_acquire);
  atomic_load_explicit(&z, memory_order_acquire);
  atomic_load_explicit(&w, memory_order_acquire);
  atomic_load_explicit(&x, memory_order_acquire);
  atomic_load_explicit(&y, memory_order_acquire);
  return NULL;
}

static void *writes_x_and_y(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_release);
  atomic_store_explicit(&y, 1, memory_order_release);
  atomic_store_explicit(&x, 2, memory_order_release);
  atomic_store_explicit(&y, 2, memory_order_release);
  atomic_store_explicit(&x, 3, memory_order_release);
  atomic_store_explicit(&y, 3, memory_order_release);
  return NULL;
}

static void *writes_z_and_w(void *unused) {
  (void)unused;
  atomic_store_explicit(&z, 1, memory_order_release);
  atomic_store_explicit(&w, 1, memory_order_release);
  atomic_store_explicit(&z, 2, memory_order_release);
  atomic_store_explicit(&w, 2, memory_order_release);
  atomic_store_explicit(&z, 3, memory_order_release);
  atomic_store_explicit(&w, 3, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, reads_eight, NULL);
  pthread_create(&b, NULL, reads_six, NULL);
  pthread_create(&c, NULL, writes_x_and_y, NULL);
  pthread_create(&d, NULL, writes_z_and_w, NULL);
  return 0;
}
