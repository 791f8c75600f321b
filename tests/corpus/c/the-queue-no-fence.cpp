//! tso, rc20: not-robust
//! source: Cilk's THE protocol without fences
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<int> head{0}, tail{1};
std::mutex mutex;

bool popTail() {
  const int t = tail.load(std::memory_order_relaxed) - 1;
  tail.store(t, std::memory_order_release);
  if (head.load(std::memory_order_acquire) <= t) return true;
  std::lock_guard<std::mutex> guard(mutex);
  if (head.load(std::memory_order_acquire) <= t) return true;
  tail.store(t + 1, std::memory_order_release);
  return false;
}

bool stealHead() {
  std::lock_guard<std::mutex> guard(mutex);
  const int h = head.load(std::memory_order_relaxed);
  head.store(h + 1, std::memory_order_release);
  if (h + 1 <= tail.load(std::memory_order_acquire)) return true;
  head.store(h, std::memory_order_release);
  return false;
}

int main() {
  std::thread victim([] { popTail(); });
  std::thread thief([] { stealHead(); });
  victim.join();
  thief.join();
}
