// expect: race at 17 24
// A queue behind a mutex, whose size is read without it.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
std::deque<int> queue;
int size = 0;

int main() {
  std::thread producer([] {
    const std::lock_guard<std::mutex> hold(mutex);
    queue.push_back(1);
    ++size;
    changed.notify_one();
  });
  std::thread consumer([] {
    std::unique_lock<std::mutex> hold(mutex);
    changed.wait(hold, [] { return !queue.empty(); });
  });
  if (size > 1) std::abort();
  producer.join();
  consumer.join();
}
