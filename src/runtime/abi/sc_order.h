// What SC fences and seq_cst accesses pass on to one another: one pair of clocks for all of them,
// with a count of its changes. A thread that has seen the last change need not look, so that
// seq_cst loads in a loop do not wait for each other.
//
// Under RC11 they pass on nothing. The first of them begins the recording of events for the judge.
#pragma once

#include <new>

#include "runtime/clocks/rules.h"

namespace robur::runtime {

class ScOrder {
 public:
  // Before a seq_cst access.
  static void before(ThreadClocks& t) {
    if (rt.rules.model == Model::Rc11) return record();
    ScOrderState& s = rt.scOrder;
    if (rt.rules.model != Model::Tso && s.changes.load(std::memory_order_acquire) == t.scSeen) {
      return;
    }
    const Locked hold(s.lock);
    beforeSeqCst(t, clocks());
    t.scSeen = s.changes.load(std::memory_order_relaxed);
  }
  // After a seq_cst access that has written.
  static void after(ThreadClocks& t) {
    if (rt.rules.model == Model::Rc11) return;
    ScOrderState& s = rt.scOrder;
    const Locked hold(s.lock);
    afterSeqCst(t, clocks());
    changed(t, t.scSeen == s.changes.load(std::memory_order_relaxed));
  }
  // A fence; `made` is called after it and before the next seq_cst fence or access.
  template <class Made>
  static void at(ThreadClocks& t, Order order, const Made& made) {
    const bool passesOn = order == Order::SeqCst && rt.rules.model != Model::Rc11;
    if (order == Order::SeqCst && !passesOn) record();
    if (!passesOn) {
      SyncClocks unused;  // which other fences neither read nor change
      fence(t, order, unused);
      return made();
    }
    const Locked hold(rt.scOrder.lock);
    fence(t, order, clocks());
    changed(t, true);
    made();
  }

 private:
  static void record() {
    if (!recording() && options().robustness) beginRecording();
  }
  // With the lock held.
  static SyncClocks& clocks() {
    SyncClocks*& clocks = rt.scOrder.clocks;
    if (clocks == nullptr) [[unlikely]]
      clocks = new (allocate(sizeof(SyncClocks))) SyncClocks;
    return *clocks;
  }
  static void changed(ThreadClocks& t, bool knowsAll) {
    std::atomic<std::uint64_t>& changes = rt.scOrder.changes;
    const std::uint64_t now = changes.load(std::memory_order_relaxed) + 1;
    changes.store(now, std::memory_order_release);
    if (knowsAll) t.scSeen = now;
  }
};

}  // namespace robur::runtime
