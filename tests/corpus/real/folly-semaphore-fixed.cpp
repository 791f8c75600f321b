//! rc11: robust
//! verify rc11: safe
//! source: folly fibers/Semaphore.cpp, signalSlow after 611cfd851 (2024)

// The compare-exchange that adds a token releases.
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<int> tokens{0};
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
  } while (!tokens.compare_exchange_weak(old, old - 1, std::memory_order_release,
                                         std::memory_order_acquire));
  return true;
}

int data;

void sender() {
  data = 1;
  signal();
}

void receiver() {
  if (tryWait()) data = 2;
}

int main() {
  std::thread one(sender);
  std::thread two(receiver);
  one.join();
  two.join();
}
