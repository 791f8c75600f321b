// One atomic access, from the lock of its location to the reports.
//
// What happens at every access is inline, so that it becomes part of the entry point; what happens
// when there is something to tell is not.
#pragma once

#include <optional>

#include "runtime/abi/access.h"
#include "runtime/abi/raw.h"
#include "runtime/abi/sc_order.h"
#include "runtime/abi/waits.h"
#include "runtime/schedule/schedule.h"
#include "runtime/trace/trace.h"

#define ROBUR_INLINE __attribute__((always_inline)) inline
#define ROBUR_RARE __attribute__((noinline, cold))

namespace robur::runtime {

inline constinit ScOrder scOrder;

// Most runs are ordinary: the system's schedule, no trace, model RC20. An access asks for that once
// instead of asking for each where it matters. It is found out at the first access.
enum class Run : std::uint8_t { Ordinary, Special, Unknown };
inline constinit std::atomic<Run> runNow{Run::Unknown};

ROBUR_RARE inline void findOutRun() {
  const Options& o = options();
  const bool ordinary =
      o.schedule == Schedule::Os && o.trace[0] == 0 && ruleSettings.model == Model::Rc20;
  runNow.store(ordinary ? Run::Ordinary : Run::Special, std::memory_order_relaxed);
}
ROBUR_INLINE bool isOrdinary() {
  return runNow.load(std::memory_order_relaxed) == Run::Ordinary;
}

template <bool kOrdinary>
class Atomic {
 public:
  static constexpr Rules kRules = kOrdinary ? Rules::Rc20 : Rules::Any;

  ROBUR_INLINE Atomic(Event& event, const volatile void* address, Order order, const void* pc)
      : event_(event),
        t_(event.thread()),
        order_(order),
        pc_(pc),
        meta_(metaOfAtomic(address)),
        tracing_(!kOrdinary && tracing()) {
    keepIndexSmall(t_);
    if (order == Order::SeqCst) scOrder.before(t_.clocks);
  }

  // A load that has nothing to learn, without the lock: it has been made if nobody has written
  // meanwhile, or is about to. A trace has to be written under the lock.
  template <class T>
  ROBUR_INLINE bool reloads(const volatile T* a, T& value) {
    if constexpr (sizeof(T) == 16) return false;
    const std::uint32_t written = location().history.written();
    if (traces() || !nothingToLearn<kRules>(t_.clocks, location(), written, order_)) return false;
    value = rawLoad(a);
    return !meta_.lock.isHeld() && location().history.written() == written;
  }

  ROBUR_INLINE void lock(std::uint8_t size) {
    meta_.lock.lock();
    meta_.size = size;
  }

  LocationClocks& location() { return meta_.location; }
  ThreadClocks& clocks() { return t_.clocks; }
  Site site() {
    if (site_ == kNoSite) site_ = event_.site(pc_);
    return site_;
  }

  // What memory held before the first access, or since somebody has written it plainly; that may
  // have happened more than once before the first write.
  ROBUR_INLINE void begin(std::uint64_t value) {
    History& history = location().history;
    if (history.size() > 1) return;
    if (history.size() == 1) {
      if (history.newest().thread == kNobody) history.value(0) = value;
      return;
    }
    start(value);
  }
  ROBUR_RARE void start(std::uint64_t value) {
    startHistory(location(), value);
    if (traces()) TraceLine(t_.number, "begin").address(meta_.address).number(value);
  }

  ROBUR_INLINE void judge(const char* what, const Verdict& verdict, bool asWrite = false) {
    if (verdict) [[unlikely]]
      blame(what, verdict, asWrite);
  }
  ROBUR_RARE void blame(const char* what, const Verdict& verdict, bool asWrite) {
    if (!options().robustness) return;
    verdict_ = verdict;
    const History& history = location().history;
    if (t_.ignored == 0 &&
        !isTold(site(), history.site(static_cast<std::uint32_t>(verdict.ahead)))) {
      found_.emplace(Violation{{what, t_.number, site(), order_},
                               meta_.address,
                               meta_.size,
                               asWrite,
                               seen(history, verdict.stale),
                               seen(history, verdict.ahead)});
    }
  }
  // The same for a load, which may turn out to be a loop that waits.
  ROBUR_INLINE void judgeLoad() {
    if (t_.waitsFor == WaitsFor::Value) {
      return judge("load", checkWait(t_.clocks, location(), t_.awaited));
    }
    knows_ = (kOrdinary || !isTso()) && knowsNewest(t_.clocks, location(), t_.clocks.current());
    if (!knows_) judge("load", checkReadInFull(t_.clocks, location()));
    if (found_) [[unlikely]]
      wait();
  }
  ROBUR_RARE void wait() {
    holdBack(t_, *found_, location().history, verdict_, pc_);
    found_.reset();
  }

  // What the clocks are told of it, when it has been made.
  ROBUR_INLINE void read(Order order) { readAs<kRules>(t_.clocks, location(), order, knows_); }
  template <bool updates>
  ROBUR_INLINE void change(std::uint64_t value) {
    runtime::change<updates, kRules>(t_.clocks, location(), order_, value, site());
  }

  // The line is finished by the caller, with `!` if there is a violation.
  bool traces() const { return !kOrdinary && tracing_; }
  bool violation() const { return static_cast<bool>(verdict_); }
  void traceLoad(std::uint64_t value) {
    if (t_.waitsFor == WaitsFor::Value) {
      line("wait").number(value).number(t_.awaited).mark(violation());
    } else {
      line("load").number(value).mark(violation());
    }
  }
  TraceLine line(const char* what) { return {t_.number, what, meta_.address, order_}; }

  ROBUR_INLINE void finish(bool writes) {
    // With the index that the write has, so before the next tick.
    if (optionTable.races && !recordAtomic(t_.clocks, meta_, writes, site())) [[unlikely]]
      return race(writes);
    meta_.lock.unlock();
    conclude(writes);
  }

 private:
  // The location is the first of its thread's, or was written plainly: plain accesses are looked
  // for.
  ROBUR_RARE void race(bool writes) {
    const Race race = findPlain(t_.clocks, meta_, writes);
    meta_.lock.unlock();
    if (race.found && t_.ignored == 0) {
      tellRace(t_, race, wordsFor({writes, true}), site(), meta_.size);
    }
    conclude(writes);
  }
  ROBUR_INLINE void conclude(bool writes) {
    if (found_) [[unlikely]]
      reportRobustness(*found_);
    if (!writes) return;
    if (order_ == Order::SeqCst) scOrder.after(t_.clocks);
    if (!kOrdinary && scheduled()) scheduleChanged(Until::Written);
  }

  Event& event_;
  Thread& t_;
  Order order_;
  const void* pc_;
  Meta& meta_;
  bool tracing_;
  bool knows_ = false;  // the newest write, before the access
  Verdict verdict_;
  Site site_ = kNoSite;
  std::optional<Violation> found_;
};

}  // namespace robur::runtime
