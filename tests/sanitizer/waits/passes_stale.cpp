// The same loop waits for zero: what it may miss is that x has become one, and then the old zero
// ends it too early. That is not a benign wait.
#include <atomic>
#include <thread>

std::atomic<int> x{0}, y{0}, always{1};

[[gnu::noinline]] void awaitZero(const std::atomic<int>& v, int rounds) {
  while (v.load(std::memory_order_relaxed) != 0 && --rounds > 0) {
  }
}

int main() {
  awaitZero(always, 4);
  std::thread writer([] {
    x.store(1, std::memory_order_relaxed);
    y.fetch_add(1, std::memory_order_relaxed);
    x.store(0, std::memory_order_relaxed);
  });
  std::thread waiter([] {
    y.fetch_add(1, std::memory_order_relaxed);
    awaitZero(x, 1 << 30);
  });
  writer.join();
  waiter.join();
}
