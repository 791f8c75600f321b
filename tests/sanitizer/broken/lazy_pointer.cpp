// expect: race at 18
// An object that is created at first use and published by a relaxed store.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<int*> made{nullptr};

int main() {
  const auto use = [] {
    int* there = made.load(std::memory_order_acquire);
    if (there == nullptr) {
      int* const fresh = new int(5);
      if (made.compare_exchange_strong(there, fresh, std::memory_order_relaxed)) return;
      delete fresh;
    }
    // What another has made.
    if (*there != 5) std::abort();
  };
  std::thread a(use), b(use);
  a.join();
  b.join();
  delete made.load();
}
