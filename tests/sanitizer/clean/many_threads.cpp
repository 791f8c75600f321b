// expect: clean
// Many threads, one after the other and at once: thread indices and stacks are reused.
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

std::atomic<int> counter{0};
int plain;

int main() {
  for (int i = 0; i < 60; ++i) {
    std::thread([] {
      int local[16] = {};
      std::atomic<int> own{0};
      own.store(1, std::memory_order_relaxed);
      local[own.load(std::memory_order_relaxed)] = ++plain;
      counter.fetch_add(local[1] > 0, std::memory_order_relaxed);
    }).join();
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 40; ++i) {
    threads.emplace_back([] { counter.fetch_add(1, std::memory_order_relaxed); });
  }
  for (std::thread& t : threads) t.join();
  if (counter.load() != 100 || plain != 60) std::abort();
}
