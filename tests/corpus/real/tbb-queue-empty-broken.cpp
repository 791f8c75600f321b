//! rc11: not-robust
//! consequence rc11: harmful assertion
//! verify rc11: unsafe
//! source: oneTBB concurrent_queue.h, try_pop before eac946505 (2022)

// Each thread pushes an element and pops one, so no pop may find the queue empty. But the head is
// read with a relaxed load: the thread can see that an element was taken and not that another was
// pushed before, and compares a new head with an old tail.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<long> head, tail;

void push() {
  tail.fetch_add(1);
}

bool tryPop() {
  long ticket = head.load(std::memory_order_relaxed);
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
