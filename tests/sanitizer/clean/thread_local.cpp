// expect: clean
// std::jthread, and thread-local data with destructors that use atomics and the heap.
#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

std::atomic<int> destroyed{0};

struct Counted {
  std::unique_ptr<int> value = std::make_unique<int>(0);
  ~Counted() { destroyed.fetch_add(*value, std::memory_order_relaxed); }
};
thread_local Counted mine;

int main() {
  {
    std::vector<std::jthread> threads;
    for (int t = 1; t <= 4; ++t) threads.emplace_back([t] { *mine.value += t; });
  }
  if (destroyed.load(std::memory_order_relaxed) != 10) std::abort();
}
