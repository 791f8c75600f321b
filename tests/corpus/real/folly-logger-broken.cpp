//! rc11: not-robust
//! consequence rc11: harmful race
//! verify rc11: unsafe
//! source: folly logging/LoggerDB.cpp, addCallback before 3335485fc (2026)

// The first callback allocates the list and stores its address relaxed. A reader can have the
// address and not yet what the constructor has written there.
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
    callbacks.store(list, std::memory_order_relaxed);
  }
  list->size.fetch_add(1, std::memory_order_release);
}

int read() {
  Callbacks* list = callbacks.load(std::memory_order_relaxed);
  if (list == nullptr) return 0;
  return list->size.load(std::memory_order_acquire) + list->capacity;
}

int main() {
  std::thread writer(add);
  std::thread reader(read);
  writer.join();
  reader.join();
}
