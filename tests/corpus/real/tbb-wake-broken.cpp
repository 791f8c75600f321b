//! rc11: not-robust
//! consequence rc11: harmful hang
//! hangs
//! verify rc11: unsafe
//! source: oneTBB address_waiter.cpp, notify_by_address before pull request 2136 (2026)

// Who unlocks writes the flag and then reads the list of waiters; who waits enters the list and
// then reads the flag. One of the two must see the other. The waiter has an sc fence in between,
// the other side only an exchange: sc as it is, it does not order the relaxed load that follows it.
// Nobody is woken, and the waiter sleeps.
#include <atomic>
#include <thread>

std::atomic<bool> locked{true};
std::atomic<bool> waiting, woken;

void unlock() {
  locked.exchange(false);
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
