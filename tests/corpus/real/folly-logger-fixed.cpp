//! rc11: robust
//! verify rc11: safe
//! source: folly logging/LoggerDB.cpp, addCallback after 3335485fc (2026)

// The address is released and acquired. The load under the mutex may stay relaxed.
#include <atomic>
#include <mutex>
#include <thread>

struct Callbacks {
  int capacity = 16;
  std::atomic<int> size{0};
};

std::atomic<Callbacks*> callbacks;
std::mutex writers;

void add() {
  std::lock_guard<std::mutex> guard(writers);
  Callbacks* list = callbacks.load(std::memory_order_relaxed);
  if (list == nullptr) {
    list = new Callbacks;
    callbacks.store(list, std::memory_order_release);
  }
  list->size.fetch_add(1, std::memory_order_release);
}

int read() {
  Callbacks* list = callbacks.load(std::memory_order_acquire);
  if (list == nullptr) return 0;
  return list->size.load(std::memory_order_acquire) + list->capacity;
}

int main() {
  std::thread writer(add);
  std::thread reader(read);
  writer.join();
  reader.join();
}
