// expect: clean
// A bounded queue with a mutex and two condition variables.
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable notFull, notEmpty;
std::deque<std::unique_ptr<int>> queue;

int main() {
  std::thread producer([] {
    for (int i = 0; i < 30; ++i) {
      auto item = std::make_unique<int>(i);
      std::unique_lock<std::mutex> hold(mutex);
      notFull.wait(hold, [] { return queue.size() < 4; });
      queue.push_back(std::move(item));
      notEmpty.notify_one();
    }
  });
  int sum = 0;
  for (int i = 0; i < 30; ++i) {
    std::unique_lock<std::mutex> hold(mutex);
    notEmpty.wait(hold, [] { return !queue.empty(); });
    sum += *queue.front();
    queue.pop_front();
    notFull.notify_one();
  }
  producer.join();
  if (sum != 435) std::abort();
}
