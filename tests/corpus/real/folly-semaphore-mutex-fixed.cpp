//! rc11: robust
//! verify rc11: safe
//! source: folly Semaphore.cpp as a mutex, one more order; its history does not have it

// The compare-exchange that takes a token acquires.
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<int> tokens{1};
std::mutex waitList;

bool signalSlow() {
  std::lock_guard<std::mutex> guard(waitList);
  int expected = 0;
  return tokens.compare_exchange_strong(expected, 1, std::memory_order_release,
                                        std::memory_order_acquire);
}

void signal() {
  int old = tokens.load(std::memory_order_acquire);
  do {
    while (old == 0) {
      if (signalSlow()) return;
      old = tokens.load(std::memory_order_acquire);
    }
  } while (!tokens.compare_exchange_weak(old, old + 1, std::memory_order_release,
                                         std::memory_order_acquire));
}

bool tryWait() {
  int old = tokens.load(std::memory_order_acquire);
  do {
    if (old == 0) return false;
  } while (!tokens.compare_exchange_weak(old, old - 1, std::memory_order_acq_rel,
                                         std::memory_order_acquire));
  return true;
}

int data;

void critical() {
  if (!tryWait()) return;
  ++data;
  signal();
}

int main() {
  std::thread one(critical);
  std::thread two(critical);
  one.join();
  two.join();
}
