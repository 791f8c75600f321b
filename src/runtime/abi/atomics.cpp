// The entry points for atomics. Each does the real operation, seq_cst, under the lock of its
// location (loads that have nothing to learn do without), between the check and the update of the
// clocks; so the run is an SC run, and the clocks see the operations of a location in the order in
// which they happened.
#include "runtime/abi/atomic_access.h"

namespace robur::runtime {

namespace {

// Each operation twice: for ordinary runs, and for all.
template <bool kOrdinary, class T>
ROBUR_INLINE T loadAs(const volatile T* a, int mo, const void* pc) {
  if constexpr (!kOrdinary) schedulePoint();
  Event event;
  if (!event) return rawLoad(a);
  Finding finding;
  Atomic<kOrdinary> access(event.thread(), finding, a, orderOf(mo), pc, false);
  T value{};
  beforeLoad(event.thread(), a, pc);
  if (!access.reloads(a, value)) {
    access.lock(sizeof(T), false);
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
  Finding finding;
  Atomic<kOrdinary> access(event.thread(), finding, a, orderOf(mo), pc, true);
  access.lock(sizeof(T), true);
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
  Finding finding;
  Atomic<kOrdinary> access(event.thread(), finding, a, orderOf(mo), pc, true);
  access.lock(sizeof(T), true);
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
  Finding finding;
  Atomic<kOrdinary> access(event.thread(), finding, a, orderOf(mo), pc, true);
  access.lock(sizeof(T), true);
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
