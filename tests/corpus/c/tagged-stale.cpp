//! rc11, rc20: not-robust
//! tso: robust
//! source: a marked pointer that is published without release
#include <atomic>
#include <cstdint>
#include <thread>
struct N { std::atomic<int> v; } a{{0}};
std::atomic<std::uintptr_t> head{0};
int main() {
  std::thread t([] {
    a.v.store(1, std::memory_order_relaxed);
    head.store(reinterpret_cast<std::uintptr_t>(&a) | 1, std::memory_order_relaxed);
  });
  std::uintptr_t p = head.load(std::memory_order_acquire);
  if (p & 1) (void)reinterpret_cast<N*>(p & ~std::uintptr_t(1))->v.load(std::memory_order_relaxed);
  t.join();
}
