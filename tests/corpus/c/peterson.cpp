//! tso, ra, rc20: not-robust
//! source: Peterson in C++, release and acquire only
#include <atomic>
#include <cassert>
#include <thread>

class Peterson {
 public:
  void lock(int me) {
    wants[me].store(true, std::memory_order_release);
    turn.store(1 - me, std::memory_order_release);
    while (wants[1 - me].load(std::memory_order_acquire) &&
           turn.load(std::memory_order_acquire) == 1 - me) {
    }
  }
  void unlock(int me) { wants[me].store(false, std::memory_order_release); }

 private:
  std::atomic<bool> wants[2] = {};
  std::atomic<int> turn{0};
};

int main() {
  Peterson mutex;
  int inside = 0;
  auto enter = [&](int me) {
    mutex.lock(me);
    assert(inside == 0);
    inside = 1;
    inside = 0;
    mutex.unlock(me);
  };
  std::thread a(enter, 0);
  std::thread b(enter, 1);
  a.join();
  b.join();
}
