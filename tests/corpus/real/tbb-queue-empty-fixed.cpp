//! rc11: robust
//! verify rc11: safe
//! source: oneTBB concurrent_queue.h, try_pop after eac946505 (2022)

// The load of the head acquires. The compare-exchange that moves it was sc all the time.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<long> head, tail;

void push() {
  tail.fetch_add(1);
}

bool tryPop() {
  long ticket = head.load(std::memory_order_acquire);
  do {
    if (tail.load(std::memory_order_relaxed) - ticket <= 0) return false;
  } while (!head.compare_exchange_strong(ticket, ticket + 1));
  return true;
}

void use() {
  push();
  bool found = tryPop();
  assert(found);
}

int main() {
  std::thread one(use);
  std::thread two(use);
  one.join();
  two.join();
}
