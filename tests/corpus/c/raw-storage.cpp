//! rc11, rc20, tso: robust
//! source: an object in raw bytes
#include <atomic>
#include <new>
#include <thread>
struct Q { std::atomic<unsigned long> w{0}; alignas(int) unsigned char raw[8]; } q;
int main() {
  std::thread t([] { new (q.raw) int(1); q.w.store(1, std::memory_order_release); });
  unsigned long n = q.w.load(std::memory_order_acquire);
  if (n) { int x = reinterpret_cast<int*>(q.raw)[n - 1]; (void)x; }
  t.join();
}
