// schedule=pct: probabilistic concurrency testing (Burckhardt et al. 2010).
//
// Each thread gets a random priority when it starts, and the thread with the highest priority runs.
// At depth-1 steps, drawn in advance, the running thread falls behind all others: at the i-th of
// them to priority i. A bug that needs `depth` events in a certain order is found with
// probability at least 1/(n·k^(depth-1)) for n threads and k steps (length=).
#include "runtime/options/options.h"
#include "runtime/schedule/policy.h"

namespace robur::runtime {

namespace {

const std::uint64_t* priorityChanges() {
  ScheduleState& s = rt.schedule;
  if (!s.priorityChangesDrawn) {
    s.priorityChangesDrawn = true;
    const auto length = static_cast<std::uint64_t>(options().length);
    for (std::int64_t i = 0; i + 1 < options().depth; ++i) {
      s.priorityChanges[i] = nextRandom() % length + 1;
    }
  }
  return s.priorityChanges;
}

void enter(Thread& thread) {
  priorityChanges();
  thread.priority = nextRandom() | std::uint64_t{1} << 63;
}

Thread* choose(Thread* const* threads, std::uint32_t count, const Thread* running) {
  Thread* best = threads[0];
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::int64_t c = 0; c + 1 < options().depth; ++c) {
      if (threads[i] == running && priorityChanges()[c] == rt.schedule.steps) {
        threads[i]->priority = static_cast<std::uint64_t>(c);
      }
    }
    if (threads[i]->priority > best->priority) best = threads[i];
  }
  return best;
}

}  // namespace

const SchedulePolicy kPctPolicy = {enter, choose};

}  // namespace robur::runtime
