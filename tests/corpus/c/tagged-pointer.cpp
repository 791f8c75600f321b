//! rc11, rc20, ra, tso: robust
//! source: a mark in the lowest bit of a pointer, as in Harris's list
#include <atomic>
#include <cstdint>
#include <thread>
struct N { int v; N* next; } a{1, nullptr};
std::atomic<std::uintptr_t> head{0};                     // Harris list, boost::tagged_ptr, marked_ptr
int main() {
  std::thread t([] { head.store(reinterpret_cast<std::uintptr_t>(&a) | 1, std::memory_order_release); });
  std::uintptr_t p = head.load(std::memory_order_acquire);
  if (p & 1) (void)reinterpret_cast<N*>(p & ~std::uintptr_t(1))->v;
  t.join();
}
