// Peterson's lock for two threads, repaired: turn is passed on by an update, then a fence.
#include <atomic>
#include <thread>

class Lock {
 public:
  void lock(int me) {
    wants[me].store(true, std::memory_order_release);
    turn.exchange(1 - me, std::memory_order_acq_rel);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    while (wants[1 - me].load(std::memory_order_acquire) &&
           turn.load(std::memory_order_acquire) == 1 - me) {
    }
  }
  void unlock(int me) { wants[me].store(false, std::memory_order_release); }

 private:
  std::atomic<bool> wants[2] = {};
  std::atomic<int> turn{0};
};

Lock mutex;
int balance = 0;

void deposit(int me) {
  mutex.lock(me);
  balance += 1;
  mutex.unlock(me);
}

int main() {
  std::thread a(deposit, 0);
  std::thread b(deposit, 1);
  a.join();
  b.join();
}
