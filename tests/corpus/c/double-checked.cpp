//! ra, rc20: robust
//! source: double-checked locking
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Config {
  int size;
};

std::atomic<Config*> instance{nullptr};
std::mutex mutex;

Config* get() {
  Config* found = instance.load(std::memory_order_acquire);
  if (found == nullptr) {
    std::lock_guard<std::mutex> guard(mutex);
    found = instance.load(std::memory_order_relaxed);
    if (found == nullptr) {
      found = new Config{7};
      instance.store(found, std::memory_order_release);
    }
  }
  return found;
}

int main() {
  std::thread a([] { assert(get()->size == 7); });
  std::thread b([] { assert(get()->size == 7); });
  a.join();
  b.join();
}
