//! rc11, rc20, tso: robust
//! source: a spin lock that yields after a while
#include <atomic>
#include <thread>
std::atomic<bool> l{false};
int x;
static void lock() {
  unsigned k = 0;
  while (l.exchange(true, std::memory_order_acquire))
    if (++k > 1000) std::this_thread::yield();   // backoff: no effect on memory
}
int main() {
  auto f = [] { lock(); ++x; l.store(false, std::memory_order_release); };
  std::thread a(f), b(f);
  a.join();
  b.join();
}
