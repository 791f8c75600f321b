// expect: clean
// All accesses are seq_cst: the readers see the stores in the same order.
#include <atomic>
#include <thread>

std::atomic<int> x{0}, y{0};

int main() {
  int p = 0, q = 0, r = 0, s = 0;
  std::thread a([] { x.store(1); });
  std::thread b([] { y.store(1); });
  std::thread c([&] {
    p = x.load();
    q = y.load();
  });
  std::thread d([&] {
    r = y.load();
    s = x.load();
  });
  for (std::thread* t : {&a, &b, &c, &d}) t->join();
  return p + q + r + s > 4;
}
