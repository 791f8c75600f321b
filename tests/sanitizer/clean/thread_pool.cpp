// expect: clean
// A pool of workers that take tasks from a queue until they are stopped.
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { serve(); });
  }
  ~Pool() {
    {
      const std::lock_guard<std::mutex> hold(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& t : threads_) t.join();
  }
  void add(std::function<void()> task) {
    {
      const std::lock_guard<std::mutex> hold(mutex_);
      tasks_.push(std::move(task));
    }
    changed_.notify_one();
  }

 private:
  void serve() {
    for (;;) {
      std::unique_lock<std::mutex> hold(mutex_);
      changed_.wait(hold, [this] { return stopping_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop();
      hold.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

int main() {
  std::vector<int> results(20);
  std::atomic<int> done{0};
  {
    Pool pool(3);
    for (int i = 0; i < 20; ++i) {
      pool.add([&results, &done, i] {
        results[static_cast<unsigned>(i)] = i * i;
        done.fetch_add(1, std::memory_order_relaxed);
      });
    }
  }
  if (done.load() != 20 || results[7] != 49) std::abort();
}
