//! tso, ra, rc20: not-robust
//! source: Lamport's bakery for two threads in C++
#include <atomic>
#include <thread>

class Bakery {
 public:
  void lock(int me) {
    choosing[me].store(true, std::memory_order_release);
    int mine = number[1 - me].load(std::memory_order_acquire) + 1;
    number[me].store(mine, std::memory_order_release);
    choosing[me].store(false, std::memory_order_release);
    const int other = 1 - me;
    while (choosing[other].load(std::memory_order_acquire)) {
    }
    for (;;) {
      const int theirs = number[other].load(std::memory_order_acquire);
      if (theirs == 0 || mine < theirs || (mine == theirs && me < other)) break;
    }
  }
  void unlock(int me) { number[me].store(0, std::memory_order_release); }

 private:
  std::atomic<bool> choosing[2] = {};
  std::atomic<int> number[2] = {};
};

Bakery bakery;
int data;

void customer(int me) {
  bakery.lock(me);
  data = me;
  bakery.unlock(me);
}

int main() {
  std::thread a(customer, 0);
  std::thread b(customer, 1);
  a.join();
  b.join();
}
