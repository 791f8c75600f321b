//! rc20: not-robust
//! race rc20: yes
//! source: MCS queue lock in C++, relaxed handover
#include <atomic>
#include <thread>

struct Waiter {
  std::atomic<Waiter*> next{nullptr};
  std::atomic<bool> locked{false};
};

std::atomic<Waiter*> tail{nullptr};
int data;

void lock(Waiter& me) {
  me.next.store(nullptr, std::memory_order_relaxed);
  me.locked.store(true, std::memory_order_relaxed);
  Waiter* before = tail.exchange(&me, std::memory_order_acq_rel);
  if (before != nullptr) {
    before->next.store(&me, std::memory_order_release);
    while (me.locked.load(std::memory_order_acquire)) {
    }
  }
}

void unlock(Waiter& me) {
  Waiter* after = me.next.load(std::memory_order_acquire);
  if (after == nullptr) {
    Waiter* expected = &me;
    if (tail.compare_exchange_strong(expected, nullptr, std::memory_order_release,
                                     std::memory_order_relaxed)) {
      return;
    }
    while ((after = me.next.load(std::memory_order_acquire)) == nullptr) {
    }
  }
  after->locked.store(false, std::memory_order_relaxed);
}

void worker() {
  Waiter me;
  lock(me);
  data++;
  unlock(me);
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
}
