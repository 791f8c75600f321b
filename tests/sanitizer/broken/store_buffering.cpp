// expect: robustness at 13 17
// Store buffering by release and acquire.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<int> x{0}, y{0};
int seenX, seenY;

int main() {
  std::thread a([] {
    x.store(1, std::memory_order_release);
    seenY = y.load(std::memory_order_acquire);
  });
  std::thread b([] {
    y.store(1, std::memory_order_release);
    seenX = x.load(std::memory_order_acquire);
  });
  a.join();
  b.join();
  if (seenX == 0 && seenY == 0) std::abort();
}
