#include "runtime/report/held_report.h"

#include <new>

#include "runtime/options/options.h"
#include "runtime/report/counts.h"
#include "runtime/report/report.h"

namespace robur::runtime {

namespace {

struct Flushed {
  Violation violation;
  bool benign = false;

  void report() const {
    if (benign && !options().reportWaits) {
      countBenignWait(violation);
    } else {
      reportRobustness(violation);
    }
  }
};

bool take(HeldReport& held, Flushed& flushed) {
  const Locked hold(held.lock);
  if (!held.active) return false;
  held.active = false;
  const bool benign = !held.unknownValues && iteratesOnAll(held.pc, held.stale, held.staleCount);
  flushed = {held.violation, benign};
  return true;
}

// Collected under the lock of the threads, reported without it.
struct Leftover {
  static constexpr int kMost = 64;
  Flushed flushed[kMost];
  int count = 0;
};

}  // namespace

void holdBack(Thread& t, const Violation& violation, const History& history, const Verdict& verdict,
              const void* pc) {
  if (t.held == nullptr) t.held = new (allocate(kHeldReportBytes)) HeldReport;
  HeldReport& held = *t.held;
  const Locked hold(held.lock);
  if (!held.active) {  // otherwise the same load again, which is reported once
    held.violation = violation;
    held.pc = pc;
    held.staleCount = 0;
    held.unknownValues = false;
  }
  held.unknownValues |= verdict.stale < 0;
  for (int i = verdict.stale < 0 ? 0 : verdict.stale; i < verdict.ahead; ++i) {
    if (held.staleCount == HeldReport::kMaxValues) {
      held.unknownValues = true;
      break;
    }
    held.stale[held.staleCount++] = history.value(static_cast<std::uint32_t>(i));
  }
  held.active = true;
}

void flushHeldReport(Thread& t) {
  Flushed flushed;
  if (t.held != nullptr && take(*t.held, flushed)) flushed.report();
}

void flushHeldReports() {
  Leftover left;
  forEachThread(
      [](Thread& t, void* context) {
        Leftover& all = *static_cast<Leftover*>(context);
        if (t.held == nullptr || all.count == Leftover::kMost) return;
        all.count += take(*t.held, all.flushed[all.count]);
      },
      &left);
  for (int i = 0; i < left.count; ++i) left.flushed[i].report();
}

}  // namespace robur::runtime
