//! ra, rc20: robust
//! source: virtual calls and vectors of threads
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

struct Task {
  virtual ~Task() = default;
  virtual void run() = 0;
};
std::atomic<int> sum{0};
struct AddOne : Task {
  void run() override { sum.fetch_add(1, std::memory_order_relaxed); }
};
struct AddTwo : Task {
  void run() override { sum.fetch_add(2, std::memory_order_relaxed); }
};

int main() {
  std::vector<std::unique_ptr<Task>> tasks;
  tasks.push_back(std::make_unique<AddOne>());
  tasks.push_back(std::make_unique<AddTwo>());
  std::vector<std::thread> threads;
  for (auto& task : tasks) threads.emplace_back([&task] { task->run(); });
  for (auto& thread : threads) thread.join();
  assert(sum.load() == 3);
}
