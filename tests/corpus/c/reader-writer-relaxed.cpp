//! rc20: not-robust
//! race rc20: yes
//! source: reader-writer lock, readers leave relaxed
#include <atomic>
#include <thread>

class ReaderWriterLock {
 public:
  void lockShared() {
    for (;;) {
      int count = state.load(std::memory_order_relaxed);
      if (count >= 0 && state.compare_exchange_weak(count, count + 1, std::memory_order_acquire,
                                                    std::memory_order_relaxed)) {
        return;
      }
    }
  }
  void unlockShared() { state.fetch_sub(1, std::memory_order_relaxed); }
  void lock() {
    int idle = 0;
    while (!state.compare_exchange_weak(idle, -1, std::memory_order_acquire,
                                        std::memory_order_relaxed)) {
      idle = 0;
    }
  }
  void unlock() { state.store(0, std::memory_order_release); }

 private:
  std::atomic<int> state{0};
};

ReaderWriterLock mutex;
int data;

int main() {
  std::thread reader([] {
    mutex.lockShared();
    int seen = data;
    (void)seen;
    mutex.unlockShared();
  });
  std::thread writer([] {
    mutex.lock();
    data++;
    mutex.unlock();
  });
  reader.join();
  writer.join();
}
