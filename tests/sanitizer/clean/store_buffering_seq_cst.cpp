// expect: clean
// Store buffering with seq_cst accesses.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<int> x{0}, y{0};
int seenX, seenY;

int main() {
  std::thread a([] {
    x.store(1, std::memory_order_seq_cst);
    seenY = y.load(std::memory_order_seq_cst);
  });
  std::thread b([] {
    y.store(1, std::memory_order_seq_cst);
    seenX = x.load(std::memory_order_seq_cst);
  });
  a.join();
  b.join();
  if (seenX == 0 && seenY == 0) std::abort();
}
