//! ra, rc20: robust
//! source: a condition variable
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;
int data = 0;

int main() {
  std::thread producer([] {
    std::lock_guard<std::mutex> guard(mutex);
    data = 1;
    ready = true;
    changed.notify_one();
  });
  std::thread consumer([] {
    std::unique_lock<std::mutex> guard(mutex);
    changed.wait(guard, [] { return ready; });
    assert(data == 1);
  });
  producer.join();
  consumer.join();
}
