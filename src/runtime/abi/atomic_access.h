// One atomic access, from locking its location to its report.
//
// What every access needs is inline and becomes part of the entry point; what only a finding needs
// is not.
#pragma once

#include <optional>

#include "runtime/abi/access.h"
#include "runtime/abi/raw.h"
#include "runtime/abi/sc_order.h"
#include "runtime/report/counts.h"
#include "runtime/report/held_report.h"
#include "runtime/schedule/rounds.h"
#include "runtime/schedule/steps.h"
#include "runtime/trace/trace.h"

#define ROBUR_INLINE __attribute__((always_inline)) inline
#define ROBUR_RARE __attribute__((noinline, cold))

namespace robur::runtime {

// Decides at the first access which code accesses take (AccessPath).
ROBUR_RARE inline void decideAccessPath() {
  const Options& o = options();
  const bool fast = o.schedule == Schedule::Os && o.trace[0] == 0 && isCpp();
  rt.accessPath.store(fast ? AccessPath::Fast : AccessPath::General, std::memory_order_relaxed);
}
ROBUR_INLINE bool onFastPath() {
  return rt.accessPath.load(std::memory_order_relaxed) == AccessPath::Fast;
}

// A violation found at an access. Separate from the access itself, which stays in registers because
// its address is not taken.
struct Finding {
  Verdict verdict;
  std::optional<Violation> violation;

  Finding() {}  // not defaulted: that would clear the memory of the violation at every access

  ROBUR_RARE void found(Thread& t, const Meta& meta, Order order, const void* pc,
                        Operation operation, Verdict wrong, bool asWrite) {
    if (!options().robustness) return;
    if (wrong.unjudged) return countUnjudged();
    verdict = wrong;
    const History& history = meta.history;
    const Site site = siteAt(t, pc);
    const Site ahead = history.site(static_cast<std::uint32_t>(verdict.ahead));
    if (t.ignored == 0 && !alreadyReported(site, ahead)) {
      violation.emplace(Violation{{operation, t.number, site, order},
                                  meta.address(),
                                  meta.size(),
                                  asWrite,
                                  writeInfo(history, verdict.stale),
                                  writeInfo(history, verdict.ahead)});
    }
  }
  // The violation of a load, which may turn out to be in a spin loop.
  ROBUR_RARE void hold(Thread& t, const Meta& meta, const void* pc) {
    holdBack(t, *violation, meta.history, verdict, pc);
    violation.reset();
  }
  // Checks for a race with plain accesses, and unlocks the location.
  ROBUR_RARE static void findRace(Thread& t, Meta& meta, const void* pc, bool writes) {
    const Race race = findPlain(t.clocks, meta, writes);
    const std::uint64_t size = meta.size();
    meta.lock().unlock();
    if (race.found && t.ignored == 0) {
      reportRaceWith(race, t, operationOf({writes, true}), siteAt(t, pc), size);
    }
  }

  static Site siteAt(Thread& t, const void* pc) {
    return siteOf(t.stack.site(), reinterpret_cast<std::uint64_t>(pc));
  }
};

template <bool kFast>
class Atomic {
 public:
  static constexpr Rules kRules = kFast ? Rules::Cpp : Rules::Any;

  ROBUR_INLINE Atomic(Thread& t, Finding& finding, const volatile void* address, Order order,
                      const void* pc, bool writes)
      : t_(t),
        finding_(finding),
        order_(order),
        pc_(pc),
        meta_(metaOfAtomic(address, writes)),
        tracing_(!kFast && tracing()) {
    renewIndexIfNeeded(t_);
    if (order == Order::SeqCst) ScOrder::before(t_.clocks);
  }

  // A load that would change nothing, without the lock: it is valid if no thread has written
  // meanwhile or is about to. With a trace it needs the lock, under which the line is written.
  template <class T>
  ROBUR_INLINE bool reloads(const volatile T* a, T& value) {
    if constexpr (sizeof(T) == 16) return false;
    const std::uint32_t written = location().history.written();
    if (traces() || !nothingToLearn<kRules>(t_.clocks, location(), written, order_)) return false;
    if (!leavesNoRecord(t_.clocks, location(), written, order_)) return false;
    value = rawLoad(a);
    return !meta_.lock().isHeld() && location().history.written() == written;
  }

  ROBUR_INLINE void lock(std::uint8_t size, bool writes) {
    meta_.lock().lock();
    if (writes) location().history.expectWrite();
    meta_.setSize(size);
  }

  LocationClocks& location() { return meta_; }
  ThreadClocks& clocks() { return t_.clocks; }
  ROBUR_INLINE Site site() {
    if (site_ == kNoSite) site_ = Finding::siteAt(t_, pc_);
    return site_;
  }

  // Starts the history with the value that memory had before the first atomic access. Until the
  // first atomic write this value may still change by plain writes.
  ROBUR_INLINE void begin(std::uint64_t value) {
    History& history = location().history;
    if (history.size() > 1) return;
    if (history.size() == 1) {
      if (history.newest().thread == kNoThread) history.setValue(0, value);
      return;
    }
    startHistory(location(), value);
    if (traces()) TraceLine(t_.number, "begin").address(meta_.address()).number(value);
  }
  ROBUR_INLINE void check(Operation operation, const Verdict& verdict, bool asWrite = false) {
    if (verdict) [[unlikely]]
      finding_.found(t_, meta_, order_, pc_, operation, verdict, asWrite);
  }
  ROBUR_INLINE void checkLoad() {
    if (t_.spin.waitsFor == WaitsFor::Value) {
      return check(Operation::Load, checkWait(t_.clocks, location(), order_, t_.spin.awaited));
    }
    knows_ = (kFast || !isTso()) && knowsNewest(t_.clocks, location(), t_.clocks.current());
    if (knows_) return;
    check(Operation::Load, checkReadInFull(t_.clocks, location(), order_));
    if (finding_.violation) [[unlikely]]
      finding_.hold(t_, meta_, pc_);
  }

  // Updates the clocks after the access.
  ROBUR_INLINE void read(Order order) { readAs<kRules>(t_.clocks, location(), order, knows_); }
  template <bool updates>
  ROBUR_INLINE void change(std::uint64_t value) {
    if (!kFast && location().history.size() == rt.rules.window) noteLoss(Loss::Writes);
    runtime::change<updates, kRules>(t_.clocks, location(), order_, value, site());
  }

  // For the trace; the caller completes the line.
  bool traces() const { return !kFast && tracing_; }
  bool violation() const { return static_cast<bool>(finding_.verdict); }
  void traceLoad(std::uint64_t value) {
    if (t_.spin.waitsFor == WaitsFor::Value) {
      line("wait").number(value).number(t_.spin.awaited).mark(violation());
    } else {
      line("load").number(value).mark(violation());
    }
  }
  TraceLine line(const char* what) { return {t_.number, what, meta_.address(), order_}; }

  ROBUR_INLINE void finish(bool writes) {
    // Before the next tick, so with the epoch of the write.
    if (rt.options.races && !recordAtomic(t_.clocks, meta_, writes, site())) [[unlikely]] {
      Finding::findRace(t_, meta_, pc_, writes);
    } else {
      meta_.lock().unlock();
    }
    if (finding_.violation) [[unlikely]]
      reportRobustness(*finding_.violation);
    if (!writes) return;
    if (order_ == Order::SeqCst) ScOrder::after(t_.clocks);
    if (!kFast && scheduled()) scheduleChanged(BlockedOn::Write);
  }

 private:
  Thread& t_;
  Finding& finding_;
  Order order_;
  const void* pc_;
  Meta& meta_;
  bool tracing_;
  bool knows_ = false;  // whether the thread knew the newest write before the access
  Site site_ = kNoSite;
};

}  // namespace robur::runtime
