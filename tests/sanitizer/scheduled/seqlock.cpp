// A seqlock whose reader may see a version that is ahead of the data: the store that makes the
// version odd is relaxed, so that a reader that has read it need not see what was stored before.
// The violation needs a reader in the middle of the second round.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<unsigned> version{0};
std::atomic<int> first{0}, second{0};

int main() {
  std::thread writer([] {
    for (int i = 1; i <= 2; ++i) {
      const unsigned v = version.load(std::memory_order_relaxed);
      version.store(v + 1, std::memory_order_relaxed);
      first.store(i, std::memory_order_release);
      second.store(i, std::memory_order_release);
      version.store(v + 2, std::memory_order_release);
    }
  });
  std::thread reader([] {
    for (;;) {
      const unsigned v = version.load(std::memory_order_acquire);
      const int a = first.load(std::memory_order_acquire);
      const int b = second.load(std::memory_order_acquire);
      if (v % 2 != 0 || version.load(std::memory_order_relaxed) != v) continue;
      if (a != b) std::abort();
      return;
    }
  });
  writer.join();
  reader.join();
}
