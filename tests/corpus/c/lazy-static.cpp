//! ra, rc20: robust
//! source: initialisation of a static variable of a function
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> seed{5};

int& instance() {
  static int value = seed.load(std::memory_order_relaxed);
  return value;
}

int main() {
  std::thread a([] { assert(instance() == 5); });
  std::thread b([] { assert(instance() == 5); });
  a.join();
  b.join();
}
