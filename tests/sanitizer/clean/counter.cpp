// expect: clean
// Counting relaxed, reading after the threads have been joined.
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

std::atomic<int> counter{0};

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 25; ++i) counter.fetch_add(1, std::memory_order_relaxed);
    });
  }
  for (std::thread& t : threads) t.join();
  if (counter.load(std::memory_order_relaxed) != 100) std::abort();
}
