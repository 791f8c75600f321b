//! rc11: robust
//! hangs
//! verify rc11: safe
//! source: oneTBB address_waiter.cpp, notify_by_address after pull request 2136 (2026)

// An sc fence on both sides.
#include <atomic>
#include <thread>

std::atomic<bool> locked{true};
std::atomic<bool> waiting, woken;

void unlock() {
  locked.exchange(false);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (waiting.load(std::memory_order_relaxed)) woken.store(true, std::memory_order_release);
}

void waitUntilUnlocked() {
  waiting.store(true, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!locked.load(std::memory_order_acquire)) return;
  while (!woken.load(std::memory_order_acquire)) {
  }
}

int main() {
  std::thread owner(unlock);
  std::thread waiter(waitUntilUnlocked);
  owner.join();
  waiter.join();
}
