// What SC fences and seq_cst accesses hand over to one another: one pair of clocks for all of
// them, with a number that says how often it has changed. A thread that has seen the last
// change need not look, so that seq_cst loads of a loop do not wait for each other.
#pragma once

#include "runtime/clocks/rules.h"
#include "runtime/memory/spin_lock.h"

namespace robur::runtime {

class ScOrder {
 public:
  void before(ThreadClocks& t) {
    if (ruleSettings.model != Model::Tso && changes_.load(std::memory_order_acquire) == t.scSeen) {
      return;
    }
    const Locked hold(lock_);
    beforeSeqCst(t, clocks_);
    t.scSeen = changes_.load(std::memory_order_relaxed);
  }
  void after(ThreadClocks& t) {
    const Locked hold(lock_);
    afterSeqCst(t, clocks_);
    changed(t, t.scSeen == changes_.load(std::memory_order_relaxed));
  }
  // A fence; `made` is called when it has been, before the next SC one is.
  template <class Made>
  void at(ThreadClocks& t, Order order, const Made& made) {
    if (order != Order::SeqCst) {
      fence(t, order, clocks_);  // which are not looked at
      return made();
    }
    const Locked hold(lock_);
    fence(t, order, clocks_);
    changed(t, true);
    made();
  }

 private:
  void changed(ThreadClocks& t, bool knowsAll) {
    const std::uint64_t now = changes_.load(std::memory_order_relaxed) + 1;
    changes_.store(now, std::memory_order_release);
    if (knowsAll) t.scSeen = now;
  }

  SpinLock lock_;
  std::atomic<std::uint64_t> changes_{0};
  SyncClocks clocks_;
};

}  // namespace robur::runtime
