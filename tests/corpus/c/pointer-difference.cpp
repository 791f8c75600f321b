//! rc11, rc20, tso: robust
//! source: the index of a slot from its address
#include <atomic>
#include <thread>
int slots[4];
std::atomic<int*> top{slots};
int main() {
  std::thread t([] { top.store(slots + 1, std::memory_order_release); });
  long i = top.load(std::memory_order_acquire) - slots;  // std::vector::size(), taskflow notifier:410
  if (i == 1) slots[i] = 7;
  t.join();
}
