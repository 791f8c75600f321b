// The entry points for atomics. Each does the real operation, seq_cst, under the lock of its
// location, between the check and the update of the clocks; so the run is an SC run, and the
// clocks see the operations of a location in the order in which they happened.
#include "runtime/abi/access.h"
#include "runtime/schedule/schedule.h"
#include "runtime/trace/trace.h"

namespace robur::runtime {

namespace {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long;
__extension__ using u128 = unsigned __int128;

struct {
  SpinLock lock;
  SyncClocks clocks;
} scFences;

// Compilers pass C's numbers, with hints about lock elision above them.
Order orderOf(int mo) {
  const int order = mo & 0x7fff;
  return order <= 5 ? static_cast<Order>(order) : Order::SeqCst;
}

template <class T>
T rawCas(volatile T* a, T expected, T desired) {
  return __sync_val_compare_and_swap(a, expected, desired);
}
template <class T>
T rawLoad(const volatile T* a) {
  if constexpr (sizeof(T) == 16) {
    return rawCas(const_cast<volatile T*>(a), T{0}, T{0});
  } else {
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);
  }
}
template <class T, class F>
T rawUpdate(volatile T* a, const F& f) {
  for (T old = rawLoad(a);;) {
    const T there = rawCas(a, old, static_cast<T>(f(old)));
    if (there == old) return old;
    old = there;
  }
}

template <class T>
std::uint64_t valueOf(T v) {
  if constexpr (sizeof(T) == 16) {
    return static_cast<std::uint64_t>(v) ^ static_cast<std::uint64_t>(v >> 64) * 0x9e3779b97f4a7c15;
  } else {
    return v;
  }
}

// What a check found, copied while the location was locked.
struct Found {
  bool violation = false;
  WriteSeen stale;
  WriteSeen ahead;
};
Found copied(const Verdict& verdict) {
  if (!verdict || !options().robustness) return {};
  return {true, seen(verdict.stale), seen(verdict.ahead)};
}

class Atomic {
 public:
  Atomic(Event& event, const volatile void* address, std::uint64_t size, Order order,
         const void* pc)
      : t_(event.thread()),
        address_(reinterpret_cast<std::uint64_t>(address)),
        size_(size),
        order_(order),
        site_(event.site(pc)),
        meta_(metaOf(address)) {
    options();
    keepIndexSmall(t_);
    if (order == Order::SeqCst) aroundSeqCst();
    meta_.lock.lock();
  }

  LocationClocks& location() { return meta_.location; }
  ThreadClocks& clocks() { return t_.clocks; }
  Site site() const { return site_; }

  // What memory held before the first access, or since somebody has written it plainly.
  template <class T>
  void begin(const T& value) {
    if (location().history.size() > 0) return;
    startHistory(location(), valueOf(value));
    if (tracing()) TraceLine(t_.number, "begin").address(address_).number(valueOf(value));
  }
  TraceLine line(const char* what) { return TraceLine(t_.number, what, address_, order_); }

  void finish(const char* what, bool writes, bool checkedAsWrite, const Found& found) {
    meta_.lock.unlock();
    if (t_.ignored == 0 && found.violation) {
      const Place access{what, t_.number, site_, order_};
      reportRobustness(access, address_, size_, checkedAsWrite, found.stale, found.ahead);
    }
    // With the index that the write has, so before the next tick.
    if (t_.ignored == 0 && options().races) {
      checkedAccess(t_, address_, size_, {writes, true}, site_);
    }
    if (writes && order_ == Order::SeqCst) aroundSeqCst();
  }

 private:
  void aroundSeqCst() {
    const Locked hold(scFences.lock);
    scAccess(t_.clocks, scFences.clocks);
  }

  Thread& t_;
  std::uint64_t address_;
  std::uint64_t size_;
  Order order_;
  Site site_;
  Meta& meta_;
};

template <class T>
T load(const volatile T* a, int mo, const void* pc) {
  schedulePoint();
  Event event;
  if (!event) return rawLoad(a);
  Atomic access(event, a, sizeof(T), orderOf(mo), pc);
  const T value = rawLoad(a);
  access.begin(value);
  const Found found = copied(checkRead(access.clocks(), access.location()));
  read(access.clocks(), access.location(), orderOf(mo));
  if (tracing()) access.line("load").number(valueOf(value)).mark(found.violation);
  access.finish("load", false, false, found);
  return value;
}

template <class T>
void store(volatile T* a, T value, int mo, const void* pc) {
  schedulePoint();
  Event event;
  if (!event) {
    rawUpdate(a, [&](T) { return value; });
    return;
  }
  Atomic access(event, a, sizeof(T), orderOf(mo), pc);
  access.begin(rawLoad(a));
  const Found found = copied(checkWrite(access.clocks(), access.location()));
  rawUpdate(a, [&](T) { return value; });
  write(access.clocks(), access.location(), orderOf(mo), valueOf(value), access.site());
  if (tracing()) access.line("store").number(valueOf(value)).mark(found.violation);
  access.finish("store", true, true, found);
}

template <class T, class F>
T fetch(volatile T* a, const F& f, int mo, const void* pc) {
  schedulePoint();
  Event event;
  if (!event) return rawUpdate(a, f);
  Atomic access(event, a, sizeof(T), orderOf(mo), pc);
  access.begin(rawLoad(a));
  const Found found = copied(checkWrite(access.clocks(), access.location()));
  const T old = rawUpdate(a, f);
  update(access.clocks(), access.location(), orderOf(mo), valueOf(static_cast<T>(f(old))),
         access.site());
  if (tracing()) {
    access.line("rmw")
        .number(valueOf(old))
        .number(valueOf(static_cast<T>(f(old))))
        .mark(found.violation);
  }
  access.finish("read-modify-write", true, true, found);
  return old;
}

template <class T>
T compareExchange(volatile T* a, T expected, T desired, int mo, int failure, bool weak,
                  const void* pc) {
  schedulePoint();
  Event event;
  if (!event) return rawCas(a, expected, desired);
  Atomic access(event, a, sizeof(T), orderOf(mo), pc);
  access.begin(rawLoad(a));
  const Verdict verdict =
      weak ? checkRead(access.clocks(), access.location())
           : checkStrongCas(access.clocks(), access.location(), valueOf(expected));
  const Found found = copied(verdict);
  const T old = rawCas(a, expected, desired);
  if (old == expected) {
    update(access.clocks(), access.location(), orderOf(mo), valueOf(desired), access.site());
  } else {
    read(access.clocks(), access.location(), orderOf(failure));
  }
  if (tracing()) {
    access.line("cas")
        .word(nameOf(orderOf(failure)))
        .number(valueOf(expected))
        .number(valueOf(desired))
        .number(valueOf(old))
        .word(weak ? "weak" : "strong")
        .mark(found.violation);
  }
  access.finish("compare-exchange", old == expected, false, found);
  return old;
}

void threadFence(int mo) {
  schedulePoint();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  Event event;
  if (!event) return;
  options();
  const Locked hold(scFences.lock);
  fence(event.thread().clocks, orderOf(mo), scFences.clocks);
  if (tracing()) TraceLine(event.thread().number, "fence").word(nameOf(orderOf(mo)));
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
