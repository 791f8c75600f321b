// The entry points for atomics. Each does the real operation, seq_cst, under the lock of its
// location (loads that have nothing to learn do without), between the check and the update of the
// clocks; so the run is an SC run, and the clocks see the operations of a location in the order in
// which they happened.
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

namespace {

constinit ScOrder scOrder;

// Most runs are ordinary: the system's schedule, no trace, model RC20. An access asks for that once
// instead of asking for each where it matters. It is found out at the first access.
enum class Run : std::uint8_t { Ordinary, Special, Unknown };
constinit std::atomic<Run> runNow{Run::Unknown};

ROBUR_RARE void findOutRun() {
  const Options& o = options();
  const bool ordinary =
      o.schedule == Schedule::Os && o.trace[0] == 0 && ruleSettings.model == Model::Rc20;
  runNow.store(ordinary ? Run::Ordinary : Run::Special, std::memory_order_relaxed);
}
ROBUR_INLINE bool isOrdinary() {
  return runNow.load(std::memory_order_relaxed) == Run::Ordinary;
}

// One access, from the lock of its location to the reports. What happens at every access is part of
// the entry point itself; what happens when there is something to tell is not.
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

// Each operation twice: for ordinary runs, and for all.
template <bool kOrdinary, class T>
ROBUR_INLINE T loadAs(const volatile T* a, int mo, const void* pc) {
  if constexpr (!kOrdinary) schedulePoint();
  Event event;
  if (!event) return rawLoad(a);
  Atomic<kOrdinary> access(event, a, orderOf(mo), pc);
  T value{};
  beforeLoad(event.thread(), a, pc);
  if (!access.reloads(a, value)) {
    access.lock(sizeof(T));
    value = rawLoad(a);
    access.begin(valueOf(value));
    access.judgeLoad();
    access.read(orderOf(mo));
    if (access.traces()) access.traceLoad(valueOf(value));
    access.finish(false);
  }
  afterLoad(event.thread(), valueOf(value));
  if (!kOrdinary && scheduled()) scheduleLoaded(a, valueOf(value), pc);
  return value;
}

template <bool kOrdinary, class T>
ROBUR_INLINE void storeAs(volatile T* a, T value, int mo, const void* pc) {
  if constexpr (!kOrdinary) schedulePoint();
  Event event;
  if (!event) return rawStore(a, value, orderOf(mo));
  otherEffect(event.thread());
  Atomic<kOrdinary> access(event, a, orderOf(mo), pc);
  access.lock(sizeof(T));
  access.begin(valueOf(rawLoad(a)));
  access.judge("store", checkWrite(access.clocks(), access.location()), true);
  rawStore(a, value, orderOf(mo));
  access.template change<false>(valueOf(value));
  if (access.traces()) access.line("store").number(valueOf(value)).mark(access.violation());
  access.finish(true);
}

template <bool kOrdinary, class T, class F>
ROBUR_INLINE T fetchAs(volatile T* a, const F& f, int mo, const void* pc) {
  if constexpr (!kOrdinary) schedulePoint();
  Event event;
  if (!event) return rawUpdate(a, f);
  otherEffect(event.thread());
  Atomic<kOrdinary> access(event, a, orderOf(mo), pc);
  access.lock(sizeof(T));
  const T old = rawUpdate(a, f);
  const std::uint64_t fresh = valueOf(static_cast<T>(f(old)));
  access.begin(valueOf(old));
  access.judge("read-modify-write", checkWrite(access.clocks(), access.location()), true);
  access.template change<true>(fresh);
  if (access.traces()) {
    access.line("rmw").number(valueOf(old)).number(fresh).mark(access.violation());
  }
  access.finish(true);
  return old;
}

template <bool kOrdinary, class T>
ROBUR_INLINE T compareExchangeAs(volatile T* a, T expected, T desired, int mo, int failure,
                                 bool weak, const void* pc) {
  if constexpr (!kOrdinary) schedulePoint();
  Event event;
  if (!event) return rawCas(a, expected, desired);
  otherEffect(event.thread());
  Atomic<kOrdinary> access(event, a, orderOf(mo), pc);
  access.lock(sizeof(T));
  const T old = rawCas(a, expected, desired);
  access.begin(valueOf(old));
  const bool waits = event.thread().waitsFor == WaitsFor::Swap;
  const auto check = waits ? checkBlockingCas : weak ? checkWeakCas : checkStrongCas;
  access.judge("compare-exchange", check(access.clocks(), access.location(), valueOf(expected)));
  if (old == expected) {
    access.template change<true>(valueOf(desired));
  } else {
    failedCas(access.clocks(), access.location(), orderOf(failure));
  }
  if (access.traces()) {
    access.line("cas")
        .word(nameOf(orderOf(failure)))
        .number(valueOf(expected))
        .number(valueOf(desired))
        .number(valueOf(old))
        .word(waits  ? "blocking"
              : weak ? "weak"
                     : "strong")
        .mark(access.violation());
  }
  access.finish(old == expected);
  return old;
}

template <class T>
ROBUR_RARE T loadSpecially(const volatile T* a, int mo, const void* pc) {
  findOutRun();
  return loadAs<false>(a, mo, pc);
}
template <class T>
ROBUR_INLINE T load(const volatile T* a, int mo, const void* pc) {
  return isOrdinary() ? loadAs<true>(a, mo, pc) : loadSpecially(a, mo, pc);
}

template <class T>
ROBUR_RARE void storeSpecially(volatile T* a, T value, int mo, const void* pc) {
  findOutRun();
  storeAs<false>(a, value, mo, pc);
}
template <class T>
ROBUR_INLINE void store(volatile T* a, T value, int mo, const void* pc) {
  return isOrdinary() ? storeAs<true>(a, value, mo, pc) : storeSpecially(a, value, mo, pc);
}

template <class T, class F>
ROBUR_RARE T fetchSpecially(volatile T* a, const F& f, int mo, const void* pc) {
  findOutRun();
  return fetchAs<false>(a, f, mo, pc);
}
template <class T, class F>
ROBUR_INLINE T fetch(volatile T* a, const F& f, int mo, const void* pc) {
  return isOrdinary() ? fetchAs<true>(a, f, mo, pc) : fetchSpecially(a, f, mo, pc);
}

template <class T>
ROBUR_RARE T compareExchangeSpecially(volatile T* a, T expected, T desired, int mo, int failure,
                                      bool weak, const void* pc) {
  findOutRun();
  return compareExchangeAs<false>(a, expected, desired, mo, failure, weak, pc);
}
template <class T>
ROBUR_INLINE T compareExchange(volatile T* a, T expected, T desired, int mo, int failure, bool weak,
                               const void* pc) {
  return isOrdinary() ? compareExchangeAs<true>(a, expected, desired, mo, failure, weak, pc)
                      : compareExchangeSpecially(a, expected, desired, mo, failure, weak, pc);
}

void threadFence(int mo) {
  schedulePoint();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  Event event;
  if (!event) return;
  options();
  otherEffect(event.thread());
  scOrder.at(event.thread().clocks, orderOf(mo), [&] {
    if (tracing()) TraceLine(event.thread().number, "fence").word(nameOf(orderOf(mo)));
  });
}

}  // namespace

}  // namespace robur::runtime

using namespace robur::runtime;

#define ROBUR_PC __builtin_return_address(0)
#define ROBUR_FETCH(BITS, NAME, EXPRESSION)                                         \
  u##BITS __tsan_atomic##BITS##_##NAME(volatile u##BITS* a, u##BITS v, int mo) {    \
    return fetch(                                                                   \
        a, [v]([[maybe_unused]] u##BITS old) { return EXPRESSION; }, mo, ROBUR_PC); \
  }
#define ROBUR_ATOMIC(BITS)                                                                      \
  u##BITS __tsan_atomic##BITS##_load(const volatile u##BITS* a, int mo) {                       \
    return load(a, mo, ROBUR_PC);                                                               \
  }                                                                                             \
  void __tsan_atomic##BITS##_store(volatile u##BITS* a, u##BITS v, int mo) {                    \
    store(a, v, mo, ROBUR_PC);                                                                  \
  }                                                                                             \
  ROBUR_FETCH(BITS, exchange, v)                                                                \
  ROBUR_FETCH(BITS, fetch_add, static_cast<u##BITS>(old + v))                                   \
  ROBUR_FETCH(BITS, fetch_sub, static_cast<u##BITS>(old - v))                                   \
  ROBUR_FETCH(BITS, fetch_and, static_cast<u##BITS>(old & v))                                   \
  ROBUR_FETCH(BITS, fetch_or, static_cast<u##BITS>(old | v))                                    \
  ROBUR_FETCH(BITS, fetch_xor, static_cast<u##BITS>(old ^ v))                                   \
  ROBUR_FETCH(BITS, fetch_nand, static_cast<u##BITS>(~(old & v)))                               \
  u##BITS __tsan_atomic##BITS##_compare_exchange_val(volatile u##BITS* a, u##BITS e, u##BITS d, \
                                                     int mo, int failure) {                     \
    return compareExchange(a, e, d, mo, failure, false, ROBUR_PC);                              \
  }                                                                                             \
  int __tsan_atomic##BITS##_compare_exchange_strong(volatile u##BITS* a, u##BITS* e, u##BITS d, \
                                                    int mo, int failure) {                      \
    const u##BITS old = compareExchange(a, *e, d, mo, failure, false, ROBUR_PC);                \
    const bool done = old == *e;                                                                \
    if (!done) *e = old;                                                                        \
    return done;                                                                                \
  }                                                                                             \
  int __tsan_atomic##BITS##_compare_exchange_weak(volatile u##BITS* a, u##BITS* e, u##BITS d,   \
                                                  int mo, int failure) {                        \
    const u##BITS old = compareExchange(a, *e, d, mo, failure, true, ROBUR_PC);                 \
    const bool done = old == *e;                                                                \
    if (!done) *e = old;                                                                        \
    return done;                                                                                \
  }

extern "C" {

ROBUR_ATOMIC(8)
ROBUR_ATOMIC(16)
ROBUR_ATOMIC(32)
ROBUR_ATOMIC(64)
ROBUR_ATOMIC(128)

void __tsan_atomic_thread_fence(int mo) {
  threadFence(mo);
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

// Clang leaves a dead load behind each 16-byte one, which becomes this call.
__attribute__((weak)) u128 __atomic_load_16(const volatile void* a, int) {
  return rawLoad(static_cast<const volatile u128*>(a));
}

}  // extern "C"
