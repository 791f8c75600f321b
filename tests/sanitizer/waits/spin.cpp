// A spin loop that waits for a store that SC has already ordered before it: it may miss the store,
// and iterates once more. It is recognised because it has iterated before.
#include <atomic>
#include <thread>

std::atomic<int> x{0}, y{0}, never{0};

[[gnu::noinline]] void awaitNonzero(const std::atomic<int>& v, int rounds) {
  while (v.load(std::memory_order_relaxed) == 0 && --rounds > 0) {
  }
}

int main() {
  awaitNonzero(never, 4);
  std::thread writer([] {
    x.store(1, std::memory_order_relaxed);
    y.fetch_add(1, std::memory_order_relaxed);
  });
  std::thread waiter([] {
    y.fetch_add(1, std::memory_order_relaxed);
    awaitNonzero(x, 1 << 30);
  });
  writer.join();
  waiter.join();
}
