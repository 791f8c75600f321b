// Races of an execution: pairs of an event and a later one that could have come first.
//
//   - both are on one object, and one of them writes; they are of different threads;
//   - no happens-before leads from the earlier to the later one through a third event.
//
// An action that waits (for a lock, or for a value) cannot come before the write that ended its
// wait. What it races with is the latest write before which it was enabled already. The same holds
// for actions that are still waiting when the execution ends.
#pragma once

#include "runtime/explore/execution.h"

namespace robur::runtime {

// The later event, or an action that was never made.
struct Late {
  int thread = 0;
  Action action;
  Past own;  // what the thread knew before it
  bool writes = false;
  std::uint32_t before = 0;  // the event on its object before it, as a position plus 1
};

// Calls reverse(position of the earlier event, late).
template <class Reverse>
void racesOf(const Execution& execution, const Late& late, const Reverse& reverse) {
  const auto isKnown = [&](const ExecutedEvent& e) {
    return e.step.thread == late.thread || e.isIn(late.own);
  };
  const bool waits = late.action.mayBlock();
  if (waits) {
    for (std::uint32_t at = late.before; at != 0; at = execution[at - 1].previous) {
      const ExecutedEvent& e = execution[at - 1];
      if (!e.step.writes) continue;
      if (isKnown(e)) break;  // and so are all writes before it
      if (!late.action.enabledAt(e.before)) continue;
      reverse(at - 1, late);
      break;
    }
    if (!late.writes) return;
  }
  // The reads since the last write, if this one writes, and that write.
  const auto isDirect = [&](const ExecutedEvent& e) {
    return e.step.writes ? !waits : late.writes;
  };
  for (std::uint32_t at = late.before; at != 0; at = execution[at - 1].previous) {
    const ExecutedEvent& e = execution[at - 1];
    bool reversible = isDirect(e) && !isKnown(e);
    for (std::uint32_t other = late.before; reversible && other != 0;
         other = execution[other - 1].previous) {
      const ExecutedEvent& between = execution[other - 1];
      reversible = other == at || !isDirect(between) || !e.isIn(between.past);
      if (between.step.writes) break;
    }
    if (reversible) reverse(at - 1, late);
    if (e.step.writes) break;
  }
}

}  // namespace robur::runtime
