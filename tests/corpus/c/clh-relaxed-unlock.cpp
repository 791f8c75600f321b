//! rc20: not-robust
//! race rc20: yes
//! source: CLH queue lock in C++, relaxed unlock
#include <atomic>
#include <thread>

struct Request {
  std::atomic<bool> pending{false};
};

class ClhLock {
 public:
  ClhLock() : tail(&idle) {}
  Request* lock(Request* mine) {
    mine->pending.store(true, std::memory_order_relaxed);
    Request* before = tail.exchange(mine, std::memory_order_acq_rel);
    while (before->pending.load(std::memory_order_acquire)) {
    }
    return before;
  }
  void unlock(Request* mine) { mine->pending.store(false, std::memory_order_relaxed); }

 private:
  Request idle;
  std::atomic<Request*> tail;
};

ClhLock mutex;
Request requests[2];
int data;

void worker(int i) {
  Request* mine = &requests[i];
  mutex.lock(mine);
  data++;
  mutex.unlock(mine);
}

int main() {
  std::thread a(worker, 0), b(worker, 1);
  a.join();
  b.join();
}
