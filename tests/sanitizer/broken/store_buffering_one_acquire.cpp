// expect: robustness at 13 17
// Three of the four accesses are seq_cst. The acquire load has no place in their order, so both
// loads may still miss the stores.
#include <atomic>
#include <thread>

std::atomic<int> x{0}, y{0};

int main() {
  int r = 0, s = 0;
  std::thread a([&] {
    x.store(1);
    r = y.load(std::memory_order_acquire);
  });
  std::thread b([&] {
    y.store(1);
    s = x.load();
  });
  a.join();
  b.join();
  return r + s > 2;
}
