// Loads that wait.
//
// A loop that loads one variable until it likes what it finds goes round once more if it finds
// something old instead: that the load may miss a store is a violation, but a benign one. So
// the violation of a load is held back until its thread does something else. If a thread makes the
// same load again at once, the loop did not like what it had found: this place of the program is
// remembered as one that waits, together with the value. If all that the load could have found
// instead is among the values of its place, the violation is only counted. In every other case
// it is told. Plain memory that the loop changes meanwhile is not seen in mode robustness, and
// only the first time in mode full.
//
// Programs can say it themselves (robur.h): then the check is the one for waiting, or for a
// compare-exchange that waits until it succeeds.
#pragma once

#include "runtime/report/report.h"

namespace robur::runtime {

struct PendingWait {
  static constexpr std::uint32_t kMost = 8;

  SpinLock lock;  // the end of the process looks at those of all threads
  bool active = false;
  Violation violation;
  const void* pc = nullptr;

  // What it could have found.
  std::uint64_t stale[kMost];
  std::uint32_t staleCount = 0;
  bool anything = false;
};

// A load has a violation, of these positions of the history.
void holdBack(Thread& t, const Violation& violation, const History& history, const Verdict& verdict,
              const void* pc);
// What was held back may be told now.
void settle(Thread& t);
void settleAll();

inline void otherEffect(Thread& t) {
  if (t.pendingWait != nullptr && t.pendingWait->active) [[unlikely]]
    settle(t);
}

// `value` has made the load at `pc` be repeated.
void notePassed(const void* pc, std::uint64_t value);

// Before a load is checked, and with what it has found: is it the last one again?
inline void beforeLoad(Thread& t, const volatile void* address, const void* pc) {
  LastLoad& last = t.lastLoad;
  const bool again = last.address == address && last.pc == pc &&
                     (last.event + 1 == t.events || t.waitsFor == WaitsFor::Condition);
  if (!again) {
    otherEffect(t);
    last.noted = false;
  } else if (!last.noted) {
    notePassed(pc, last.value);
    last.noted = true;
  }
  last.address = address;
  last.pc = pc;
  last.event = t.events;
}
inline void afterLoad(Thread& t, std::uint64_t value) {
  if (t.lastLoad.value != value) t.lastLoad.noted = false;
  t.lastLoad.value = value;
}

}  // namespace robur::runtime
