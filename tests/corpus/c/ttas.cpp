//! rc20: robust
//! source: test-and-test-and-set lock in C++
#include <atomic>
#include <thread>

class TtasLock {
 public:
  void lock() {
    for (;;) {
      while (held.load(std::memory_order_relaxed)) {
      }
      if (!held.exchange(true, std::memory_order_acquire)) return;
    }
  }
  void unlock() { held.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held{false};
};

TtasLock mutex;
int data;

void worker() {
  mutex.lock();
  data += 1;
  mutex.unlock();
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
}
