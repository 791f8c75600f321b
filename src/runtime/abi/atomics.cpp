// The entry points for atomics. Each performs the real operation, seq_cst, between the check and
// the update of the clocks, under the lock of its location (loads that would change nothing do
// without). So the run is an SC run, and the clocks see the operations of a location in the order
// in which they happened.
#include "runtime/abi/atomic_access.h"

namespace robur::runtime {

namespace {

ROBUR_INLINE void pointBefore(ActionKind kind, const volatile void* a, std::size_t size, int mo,
                              std::uint64_t operand = 0) {
  if (scheduled()) accessPoint(actionOn(kind, a, size, operand), orderOf(mo));
}

// Of a compare-exchange. clang does not tell a weak one from a strong one.
enum class Strength : std::uint8_t { Strong, Weak, Either };

// Each operation is compiled twice: for the fast path, and in general.
template <bool kFast, class T>
ROBUR_INLINE T loadAs(const volatile T* a, int mo, const void* pc) {
  if constexpr (!kFast) pointBefore(ActionKind::Load, a, sizeof(T), mo);
  Event event;
  if (!event) return rawLoad(a);
  Finding finding;
  Atomic<kFast> access(event.thread(), finding, a, orderOf(mo), pc, false);
  T value{};
  beginLoad(event.thread(), a, pc);
  if (!access.reloads(a, value)) {
    access.lock(sizeof(T), false);
    value = rawLoad(a);
    access.begin(valueOf(value));
    access.checkLoad();
    access.read(orderOf(mo));
    if (access.traces()) access.traceLoad(valueOf(value));
    access.finish(false);
  }
  event.thread().spin.endLoad(valueOf(value));
  if (!kFast && scheduled()) scheduleLoaded(a, valueOf(value), pc);
  return value;
}

template <bool kFast, class T>
ROBUR_INLINE void storeAs(volatile T* a, T value, int mo, const void* pc) {
  if constexpr (!kFast) pointBefore(ActionKind::Store, a, sizeof(T), mo);
  Event event;
  if (!event) return rawStore(a, value, orderOf(mo));
  endSpinning(event.thread());
  Finding finding;
  Atomic<kFast> access(event.thread(), finding, a, orderOf(mo), pc, true);
  access.lock(sizeof(T), true);
  access.begin(valueOf(rawLoad(a)));
  access.check(Operation::Store, checkWrite(access.clocks(), access.location(), orderOf(mo)), true);
  rawStore(a, value, orderOf(mo));
  access.template change<false>(valueOf(value));
  if (access.traces()) access.line("store").number(valueOf(value)).mark(access.violation());
  access.finish(true);
}

template <bool kFast, class T, class F>
ROBUR_INLINE T fetchAs(volatile T* a, const F& f, int mo, const void* pc) {
  if constexpr (!kFast) pointBefore(ActionKind::Update, a, sizeof(T), mo);
  Event event;
  if (!event) return rawUpdate(a, f);
  endSpinning(event.thread());
  Finding finding;
  Atomic<kFast> access(event.thread(), finding, a, orderOf(mo), pc, true);
  access.lock(sizeof(T), true);
  const T old = rawUpdate(a, f);
  const std::uint64_t fresh = valueOf(static_cast<T>(f(old)));
  access.begin(valueOf(old));
  access.check(Operation::Update, checkWrite(access.clocks(), access.location(), orderOf(mo)),
               true);
  access.template change<true>(fresh);
  if (access.traces()) {
    access.line("rmw").number(valueOf(old)).number(fresh).mark(access.violation());
  }
  access.finish(true);
  if (!kFast && scheduled()) old == static_cast<T>(f(old)) ? accessFound(fresh) : accessChanged();
  return old;
}

template <bool kFast, class T>
ROBUR_INLINE T compareExchangeAs(volatile T* a, T expected, T desired, int mo, int failure,
                                 Strength strength, const void* pc) {
  if constexpr (!kFast) {
    pointBefore(ActionKind::CompareExchange, a, sizeof(T), mo, valueOf(expected));
    if (strength == Strength::Weak) noteDoubt(Doubt::WeakCompareExchange);
    if (strength == Strength::Either) noteExchange();
  }
  Event event;
  if (!event) return rawCas(a, expected, desired);
  endSpinning(event.thread());
  Finding finding;
  Atomic<kFast> access(event.thread(), finding, a, orderOf(mo), pc, true);
  access.lock(sizeof(T), true);
  const T old = rawCas(a, expected, desired);
  access.begin(valueOf(old));
  const bool waits = event.thread().spin.waitsFor == WaitsFor::Swap;
  const auto checkCas = waits                        ? checkBlockingCas
                        : strength == Strength::Weak ? checkWeakCas
                                                     : checkStrongCas;
  access.check(Operation::CompareExchange,
               checkCas(access.clocks(), access.location(), {orderOf(mo), orderOf(failure)},
                        valueOf(expected)));
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
        .word(waits                        ? "blocking"
              : strength == Strength::Weak ? "weak"
                                           : "strong")
        .mark(access.violation());
  }
  access.finish(old == expected);
  if (!kFast && scheduled() && old != expected) accessFound(valueOf(old));
  return old;
}

// In general an access is made in two steps, so that the first has a frame without values of the
// runtime (schedule/rounds.h).
template <class T>
ROBUR_RARE T loadSlowly(const volatile T* a, int mo, const void* pc) {
  decideAccessPath();
  return loadAs<false>(a, mo, pc);
}
template <class T>
ROBUR_RARE T loadInGeneral(const volatile T* a, int mo, const void* pc) {
  saveAccessFrame(pc);
  return loadSlowly(a, mo, pc);
}
template <class T>
ROBUR_INLINE T load(const volatile T* a, int mo, const void* pc) {
  return onFastPath() ? loadAs<true>(a, mo, pc) : loadInGeneral(a, mo, pc);
}

template <class T>
ROBUR_RARE void storeInGeneral(volatile T* a, T value, int mo, const void* pc) {
  decideAccessPath();
  storeAs<false>(a, value, mo, pc);
}
template <class T>
ROBUR_INLINE void store(volatile T* a, T value, int mo, const void* pc) {
  return onFastPath() ? storeAs<true>(a, value, mo, pc) : storeInGeneral(a, value, mo, pc);
}

// The operation is a constant on the fast path and a variable in general, which saves compiling the
// general path once for each.
enum class Fetch : std::uint8_t { Exchange, Add, Sub, And, Or, Xor, Nand };
template <class T>
ROBUR_INLINE T fetched(Fetch operation, T old, T v) {
  switch (operation) {
    case Fetch::Exchange:
      return v;
    case Fetch::Add:
      return static_cast<T>(old + v);
    case Fetch::Sub:
      return static_cast<T>(old - v);
    case Fetch::And:
      return static_cast<T>(old & v);
    case Fetch::Or:
      return static_cast<T>(old | v);
    case Fetch::Xor:
      return static_cast<T>(old ^ v);
    case Fetch::Nand:
      return static_cast<T>(~(old & v));
  }
  __builtin_unreachable();
}
template <class T>
ROBUR_RARE T fetchSlowly(volatile T* a, Fetch operation, T v, int mo, const void* pc) {
  decideAccessPath();
  return fetchAs<false>(
      a, [=](T old) { return fetched(operation, old, v); }, mo, pc);
}
template <class T>
ROBUR_RARE T fetchInGeneral(volatile T* a, Fetch operation, T v, int mo, const void* pc) {
  saveAccessFrame(pc);
  return fetchSlowly(a, operation, v, mo, pc);
}
template <Fetch kOperation, class T>
ROBUR_INLINE T fetch(volatile T* a, T v, int mo, const void* pc) {
  if (!onFastPath()) return fetchInGeneral(a, kOperation, v, mo, pc);
  return fetchAs<true>(
      a, [v](T old) { return fetched(kOperation, old, v); }, mo, pc);
}

template <class T>
ROBUR_RARE T compareExchangeSlowly(volatile T* a, T expected, T desired, int mo, int failure,
                                   Strength strength, const void* pc) {
  decideAccessPath();
  return compareExchangeAs<false>(a, expected, desired, mo, failure, strength, pc);
}
template <class T>
ROBUR_RARE T compareExchangeInGeneral(volatile T* a, T expected, T desired, int mo, int failure,
                                      Strength strength, const void* pc) {
  saveAccessFrame(pc);
  return compareExchangeSlowly(a, expected, desired, mo, failure, strength, pc);
}
template <class T>
ROBUR_INLINE T compareExchange(volatile T* a, T expected, T desired, int mo, int failure,
                               Strength strength, const void* pc) {
  return onFastPath() ? compareExchangeAs<true>(a, expected, desired, mo, failure, strength, pc)
                      : compareExchangeInGeneral(a, expected, desired, mo, failure, strength, pc);
}

void threadFence(int mo) {
  // Other fences concern their own thread alone.
  if (!exploring() || orderOf(mo) == Order::SeqCst) {
    schedulePoint({ActionKind::Update, 0, kFenceObject, 0});
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  Event event;
  if (!event) return;
  options();
  endSpinning(event.thread());
  ScOrder::at(event.thread().clocks, orderOf(mo), [&] {
    if (tracing()) TraceLine(event.thread().number, "fence").word(nameOf(orderOf(mo)));
  });
}

}  // namespace

}  // namespace robur::runtime

using namespace robur::runtime;

#define ROBUR_PC __builtin_return_address(0)
#define ROBUR_FETCH(BITS, NAME, OPERATION)                                       \
  u##BITS __tsan_atomic##BITS##_##NAME(volatile u##BITS* a, u##BITS v, int mo) { \
    return fetch<Fetch::OPERATION>(a, v, mo, ROBUR_PC);                          \
  }
#define ROBUR_ATOMIC(BITS)                                                                      \
  u##BITS __tsan_atomic##BITS##_load(const volatile u##BITS* a, int mo) {                       \
    return load(a, mo, ROBUR_PC);                                                               \
  }                                                                                             \
  void __tsan_atomic##BITS##_store(volatile u##BITS* a, u##BITS v, int mo) {                    \
    store(a, v, mo, ROBUR_PC);                                                                  \
  }                                                                                             \
  ROBUR_FETCH(BITS, exchange, Exchange)                                                         \
  ROBUR_FETCH(BITS, fetch_add, Add)                                                             \
  ROBUR_FETCH(BITS, fetch_sub, Sub)                                                             \
  ROBUR_FETCH(BITS, fetch_and, And)                                                             \
  ROBUR_FETCH(BITS, fetch_or, Or)                                                               \
  ROBUR_FETCH(BITS, fetch_xor, Xor)                                                             \
  ROBUR_FETCH(BITS, fetch_nand, Nand)                                                           \
  u##BITS __tsan_atomic##BITS##_compare_exchange_val(volatile u##BITS* a, u##BITS e, u##BITS d, \
                                                     int mo, int failure) {                     \
    return compareExchange(a, e, d, mo, failure, Strength::Either, ROBUR_PC);                   \
  }                                                                                             \
  int __tsan_atomic##BITS##_compare_exchange_strong(volatile u##BITS* a, u##BITS* e, u##BITS d, \
                                                    int mo, int failure) {                      \
    const u##BITS old = compareExchange(a, *e, d, mo, failure, Strength::Strong, ROBUR_PC);     \
    const bool done = old == *e;                                                                \
    if (!done) *e = old;                                                                        \
    return done;                                                                                \
  }                                                                                             \
  int __tsan_atomic##BITS##_compare_exchange_weak(volatile u##BITS* a, u##BITS* e, u##BITS d,   \
                                                  int mo, int failure) {                        \
    const u##BITS old = compareExchange(a, *e, d, mo, failure, Strength::Weak, ROBUR_PC);       \
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

// Clang leaves a dead load after each 16-byte one, which becomes this call.
__attribute__((weak)) u128 __atomic_load_16(const volatile void* a, int) {
  return rawLoad(static_cast<const volatile u128*>(a));
}

}  // extern "C"
