// Violations of loads that are held back until it is known whether the load is in a spin loop.
//
// When a load turns out to be a violation, its thread may be in a spin loop that would iterate once
// more if the load returned an old value (spin/spin_loops.h). This is known only when the thread
// repeats the load or does something else. So the violation is held back until then. If the load is
// in a spin loop that iterates on all values that it could have read, the violation is only
// counted; otherwise it is reported.
#pragma once

#include "runtime/report/findings.h"
#include "runtime/threads/thread.h"

namespace robur::runtime {

struct HeldReport {
  static constexpr std::uint32_t kMaxValues = 8;

  SpinLock lock;  // at the end of the process one thread flushes those of all
  bool active = false;
  Violation violation;
  const void* pc = nullptr;

  // What the load could have read.
  std::uint64_t stale[kMaxValues];
  std::uint32_t staleCount = 0;
  bool unknownValues = false;  // and others that are not in the history
};
static_assert(sizeof(HeldReport) <= kHeldReportBytes);

// A load is a violation, and `verdict` has the positions in the history.
void holdBack(Thread& t, const Violation& violation, const History& history, const Verdict& verdict,
              const void* pc);
// Reports or counts what is held back.
void flushHeldReport(Thread& t);
void flushHeldReports();  // of all threads

// The thread does something other than repeating its last load.
inline void endSpinning(Thread& t) {
  if (t.held != nullptr && t.held->active) [[unlikely]]
    flushHeldReport(t);
}

// Before a load is checked.
inline void beginLoad(Thread& t, const volatile void* address, const void* pc) {
  if (!t.spin.beginLoad(address, pc, t.events)) endSpinning(t);
}

}  // namespace robur::runtime
