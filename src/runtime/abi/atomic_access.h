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

// What there is to tell about an access. Apart from the access, which stays in registers because
// nobody else has its address.
struct Finding {
  Verdict verdict;
  std::optional<Violation> violation;

  Finding() {}  // not the default one, which clears the room for a violation at every access

  ROBUR_RARE void blame(Thread& t, const Meta& meta, Order order, const void* pc, const char* what,
                        Verdict wrong, bool asWrite) {
    if (!options().robustness) return;
    verdict = wrong;
    const History& history = meta.history;
    const Site site = placeOf(t, pc);
    if (t.ignored == 0 && !isTold(site, history.site(static_cast<std::uint32_t>(verdict.ahead)))) {
      violation.emplace(Violation{{what, t.number, site, order},
                                  meta.address(),
                                  meta.size(),
                                  asWrite,
                                  seen(history, verdict.stale),
                                  seen(history, verdict.ahead)});
    }
  }
  // It is a load, which may turn out to be a loop that waits.
  ROBUR_RARE void keep(Thread& t, const Meta& meta, const void* pc) {
    holdBack(t, *violation, meta.history, verdict, pc);
    violation.reset();
  }
  // A race, if plain accesses have to be looked for; the location is unlocked.
  ROBUR_RARE static void findRace(Thread& t, Meta& meta, const void* pc, bool writes) {
    const Race race = findPlain(t.clocks, meta, writes);
    const std::uint64_t size = meta.size();
    meta.lock().unlock();
    if (race.found && t.ignored == 0) {
      tellRace(t, race, wordsFor({writes, true}), placeOf(t, pc), size);
    }
  }

  static Site placeOf(Thread& t, const void* pc) {
    return siteOf(t.stack.site(), reinterpret_cast<std::uint64_t>(pc));
  }
};

template <bool kOrdinary>
class Atomic {
 public:
  static constexpr Rules kRules = kOrdinary ? Rules::Rc20 : Rules::Any;

  ROBUR_INLINE Atomic(Thread& t, Finding& finding, const volatile void* address, Order order,
                      const void* pc, bool writes)
      : t_(t),
        finding_(finding),
        order_(order),
        pc_(pc),
        meta_(metaOfAtomic(address, writes)),
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
    if (site_ == kNoSite) site_ = Finding::placeOf(t_, pc_);
    return site_;
  }

  // What memory held before the first access, or since somebody has written it plainly; that may
  // have happened more than once before the first write.
  ROBUR_INLINE void begin(std::uint64_t value) {
    History& history = location().history;
    if (history.size() > 1) return;
    if (history.size() == 1) {
      if (history.newest().thread == kNobody) history.setValue(0, value);
      return;
    }
    startHistory(location(), value);
    if (traces()) TraceLine(t_.number, "begin").address(meta_.address()).number(value);
  }
  ROBUR_INLINE void judge(const char* what, const Verdict& verdict, bool asWrite = false) {
    if (verdict) [[unlikely]]
      finding_.blame(t_, meta_, order_, pc_, what, verdict, asWrite);
  }
  ROBUR_INLINE void judgeLoad() {
    if (t_.waitsFor == WaitsFor::Value) {
      return judge("load", checkWait(t_.clocks, location(), t_.awaited));
    }
    knows_ = (kOrdinary || !isTso()) && knowsNewest(t_.clocks, location(), t_.clocks.current());
    if (knows_) return;
    judge("load", checkReadInFull(t_.clocks, location()));
    if (finding_.violation) [[unlikely]]
      finding_.keep(t_, meta_, pc_);
  }

  // What the clocks are told of it, when it has been made.
  ROBUR_INLINE void read(Order order) { readAs<kRules>(t_.clocks, location(), order, knows_); }
  template <bool updates>
  ROBUR_INLINE void change(std::uint64_t value) {
    runtime::change<updates, kRules>(t_.clocks, location(), order_, value, site());
  }

  // The line is finished by the caller, with `!` if there is a violation.
  bool traces() const { return !kOrdinary && tracing_; }
  bool violation() const { return static_cast<bool>(finding_.verdict); }
  void traceLoad(std::uint64_t value) {
    if (t_.waitsFor == WaitsFor::Value) {
      line("wait").number(value).number(t_.awaited).mark(violation());
    } else {
      line("load").number(value).mark(violation());
    }
  }
  TraceLine line(const char* what) { return {t_.number, what, meta_.address(), order_}; }

  ROBUR_INLINE void finish(bool writes) {
    // With the index that the write has, so before the next tick.
    if (optionTable.races && !recordAtomic(t_.clocks, meta_, writes, site())) [[unlikely]] {
      Finding::findRace(t_, meta_, pc_, writes);
    } else {
      meta_.lock().unlock();
    }
    if (finding_.violation) [[unlikely]]
      reportRobustness(*finding_.violation);
    if (!writes) return;
    if (order_ == Order::SeqCst) scOrder.after(t_.clocks);
    if (!kOrdinary && scheduled()) scheduleChanged(Until::Written);
  }

 private:
  Thread& t_;
  Finding& finding_;
  Order order_;
  const void* pc_;
  Meta& meta_;
  bool tracing_;
  bool knows_ = false;  // the newest write, before the access
  Site site_ = kNoSite;
};

}  // namespace robur::runtime
