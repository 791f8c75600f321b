// expect: clean
// All accesses are seq_cst: the readers see the stores in the same order.
#include <atomic>
#include <thread>

constexpr int kRounds = 16;
std::atomic<int> x[kRounds], y[kRounds];

int main() {
  int p = 0, q = 0, r = 0, s = 0;
  std::thread a([] {
    for (auto& one : x) one.store(1);
  });
  std::thread b([] {
    for (auto& one : y) one.store(1);
  });
  std::thread c([&] {
    for (int i = 0; i < kRounds; ++i) {
      p += x[i].load();
      q += y[i].load();
    }
  });
  std::thread d([&] {
    for (int i = 0; i < kRounds; ++i) {
      r += y[i].load();
      s += x[i].load();
    }
  });
  for (std::thread* t : {&a, &b, &c, &d}) t->join();
  return p + q + r + s > 4 * kRounds;
}
