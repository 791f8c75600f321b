// Function-local static variables, which are initialised at first use.
//
// These functions do not call the C++ library, which may be shared, linked statically, or absent.
// Compiled code reads the guard's first byte with an acquire load of its own, so the release must
// be one of an atomic as well. The other bytes of the first word are used here.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/intercept/intercept.h"
#include "runtime/schedule/schedule.h"
#include "runtime/trace/trace.h"

using namespace robur::runtime;

namespace {

constexpr std::uint32_t kDone = 1;
constexpr std::uint32_t kRunning = 1 << 8;
constexpr std::uint32_t kHasWaiters = 1 << 16;

std::atomic_ref<std::uint32_t> wordOf(std::uint64_t* guard) {
  return std::atomic_ref(*reinterpret_cast<std::uint32_t*>(guard));
}

void sleepWhile(std::uint64_t* guard, std::uint32_t value) {
  ::syscall(SYS_futex, guard, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void releaseGuard(std::uint64_t* guard, std::uint32_t value) {
  if ((wordOf(guard).exchange(value) & kHasWaiters) != 0) {
    ::syscall(SYS_futex, guard, FUTEX_WAKE_PRIVATE, 0x7fffffff, nullptr, nullptr, 0);
  }
}

// Whether this thread has to run the initialiser.
bool take(std::uint64_t* guard) {
  for (;;) {
    std::uint32_t seen = 0;
    if (wordOf(guard).compare_exchange_strong(seen, kRunning)) return true;
    if ((seen & kDone) != 0) return false;
    if ((seen & kHasWaiters) == 0 &&
        !wordOf(guard).compare_exchange_strong(seen, seen | kHasWaiters)) {
      continue;
    }
    waiting([&] {
      sleepWhile(guard, seen | kHasWaiters);
      return 0;
    });
  }
}

}  // namespace

ROBUR_REPLACE(int, __cxa_guard_acquire, std::uint64_t* guard) {
  awaitInitialised(guard);
  if (!take(guard)) {
    acquireOwned(guard);
    return 0;
  }
  setInitialising(guard, true);
  return 1;
}

ROBUR_REPLACE(void, __cxa_guard_release, std::uint64_t* guard) {
  pointAfterInitialising(guard, true);
  {
    Event event;
    if (event) {
      Meta& meta = metaOfAtomic(guard);
      const Locked hold(meta.lock());
      startHistory(meta, 0);
      const auto address = reinterpret_cast<std::uint64_t>(guard);
      if (tracing()) {
        TraceLine(event.thread().number, "begin").address(address).number(0);
        TraceLine(event.thread().number, "store", address, Order::Release).number(1);
      }
      write(event.thread().clocks, meta, Order::Release, 1, event.site(ROBUR_PC));
      Meta& object = metaOfSync(guard);
      const Locked holdObject(object.lock());
      releaseTo(event.thread().clocks, object.sync().owned);
    }
  }
  releaseGuard(guard, kDone);
  setInitialising(guard, false);
}

ROBUR_REPLACE(void, __cxa_guard_abort, std::uint64_t* guard) {
  pointAfterInitialising(guard, false);
  releaseGuard(guard, 0);
  setInitialising(guard, false);
}
