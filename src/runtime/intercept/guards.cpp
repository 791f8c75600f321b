// Variables with static storage that are initialised at first use.
//
// Nothing of the C++ library is behind these: whether it is shared, linked into the program or
// not there at all is not ours to know. The guard's first byte is what compiled code looks at, with
// an acquire load of its own, so the release must be one of an atomic as well. The rest of the
// first word is ours.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/intercept/intercept.h"
#include "runtime/schedule/schedule.h"
#include "runtime/trace/trace.h"

using namespace robur::runtime;

namespace {

constexpr std::uint32_t kDone = 1;
constexpr std::uint32_t kBegun = 1 << 8;
constexpr std::uint32_t kAwaited = 1 << 16;

std::atomic_ref<std::uint32_t> wordOf(std::uint64_t* guard) {
  return std::atomic_ref(*reinterpret_cast<std::uint32_t*>(guard));
}

void sleepWhile(std::uint64_t* guard, std::uint32_t value) {
  ::syscall(SYS_futex, guard, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void settle(std::uint64_t* guard, std::uint32_t value) {
  if ((wordOf(guard).exchange(value) & kAwaited) != 0) {
    ::syscall(SYS_futex, guard, FUTEX_WAKE_PRIVATE, 0x7fffffff, nullptr, nullptr, 0);
  }
}

// Is it for us to initialise?
bool take(std::uint64_t* guard) {
  for (;;) {
    std::uint32_t seen = 0;
    if (wordOf(guard).compare_exchange_strong(seen, kBegun)) return true;
    if ((seen & kDone) != 0) return false;
    if ((seen & kAwaited) == 0 && !wordOf(guard).compare_exchange_strong(seen, seen | kAwaited)) {
      continue;
    }
    waiting([&] {
      sleepWhile(guard, seen | kAwaited);
      return 0;
    });
  }
}

}  // namespace

ROBUR_STAND_IN(int, __cxa_guard_acquire, std::uint64_t* guard) {
  awaitInitialised(guard);
  if (!take(guard)) {
    acquireOwned(guard);
    return 0;
  }
  setInitialising(guard, true);
  return 1;
}

ROBUR_STAND_IN(void, __cxa_guard_release, std::uint64_t* guard) {
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
  settle(guard, kDone);
  setInitialising(guard, false);
}

ROBUR_STAND_IN(void, __cxa_guard_abort, std::uint64_t* guard) {
  settle(guard, 0);
  setInitialising(guard, false);
}
