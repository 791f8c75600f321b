//! rc11, rc20, tso: robust
//! source: two ints that are returned as one number
#include <atomic>
#include <thread>
struct P { int a, b; };
P value;
std::atomic<int> ready{0};
static P load() { P c = value; return c; }
int main() {
  std::thread t([] { value = P{1, 1}; ready.store(1, std::memory_order_release); });
  if (ready.load(std::memory_order_acquire)) { P p = load(); if (p.a != p.b) __builtin_trap(); }
  t.join();
}
