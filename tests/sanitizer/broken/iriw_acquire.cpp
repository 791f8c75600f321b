// expect: robustness at 23 29
// The first load of each reader is not seq_cst: the readers may see the stores in different orders.
// Few schedules show it, so there are several rounds.
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
      p += x[i].load(std::memory_order_acquire);
      // Reading x acquires the store there, but no step to another location comes before that,
      // so psc does not lead from the store to the load.
      q += y[i].load();
    }
  });
  std::thread d([&] {
    for (int i = 0; i < kRounds; ++i) {
      r += y[i].load(std::memory_order_acquire);
      s += x[i].load();
    }
  });
  for (std::thread* t : {&a, &b, &c, &d}) t->join();
  return p + q + r + s > 4 * kRounds;
}
