// expect: robustness at 15 19
// The first load of each reader is not seq_cst: the readers may see the stores in different orders.
#include <atomic>
#include <thread>

std::atomic<int> x{0}, y{0};

int main() {
  int p = 0, q = 0, r = 0, s = 0;
  std::thread a([] { x.store(1); });
  std::thread b([] { y.store(1); });
  std::thread c([&] {
    p = x.load(std::memory_order_acquire);
    // Reading x acquires the store, but leads to no other location before it.
    q = y.load();
  });
  std::thread d([&] {
    r = y.load(std::memory_order_acquire);
    s = x.load();
  });
  for (std::thread* t : {&a, &b, &c, &d}) t->join();
  return p + q + r + s > 4;
}
