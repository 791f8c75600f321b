// Partial-order reduction: which threads are enough to move from a state.
//
// A set D of threads is closed if whatever the others do, as long as they move alone, can
// neither conflict with what D's threads are about to do nor wake up one of D that is
// blocked. Then it suffices to explore D's steps first (a persistent set). Closure:
//
//   t in D about to access x   every thread that may still access x in conflict joins D
//   t in D blocked on x        every thread that may still write x joins D
//
// Plain SC independence is enough for the monitored program, because a monitor's rows are a
// function of the execution graph and swapping independent steps does not change the graph.
// A thread that could violate at its pending access x stays able to until x is written, so
// it counts as a reader of x even while it is blocked.
//
// A thread that is to choose is about to do all it may choose. If some of that is blocked it
// may as well wait for ever, while the others move on: it can be in D, but D also needs a
// thread that is sure to move, lest a state in which all wait is missed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

using ThreadMask = std::uint64_t;

// What the threads are about to do: first[t]..first[t + 1] are thread t's.
struct Pending {
  const Action* const* actions;
  const unsigned* first;

  std::span<const Action* const> of(unsigned t) const {
    return {actions + first[t], actions + first[t + 1]};
  }
};

class Stubborn {
 public:
  // `fencesConflict`: SC fences are updates of one reserved location (not so for TSO and SC).
  Stubborn(const Machine& machine, bool fencesConflict)
      : threads(machine.threadCount()),
        fenceCell(machine.cellCount()),
        fencesConflict(fencesConflict) {}

  // A smallest closed set that starts from one sure thread (one that can do all it may
  // choose), restricted to enabled ones, given what every thread may still do and is about to.
  ThreadMask choose(const Future* const* future, const Pending& pending, ThreadMask enabled,
                    ThreadMask sure) const;

 private:
  // Who else must move if t does, given what every thread may still do.
  ThreadMask needed(const Future* const* future, const Action& action, unsigned t) const;

  unsigned threads;
  unsigned fenceCell;
  bool fencesConflict;
};

}  // namespace robur
