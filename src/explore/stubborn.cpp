#include "explore/stubborn.h"

#include <bit>

namespace robur {

ThreadMask Stubborn::needed(const std::int64_t* state, const Action& action, unsigned t) const {
  unsigned cell = action.cell;
  bool writing = action.kind == Action::Kind::Write || action.kind == Action::Kind::Update;
  if (action.kind == Action::Kind::Stopped || action.kind == Action::Kind::Local) return 0;
  if (action.kind == Action::Kind::Fence) {
    if (action.order != Order::Sc || !fencesConflict) return 0;
    cell = machine->cellCount();
    writing = true;
  }
  // A blocked thread conflicts with nothing: it only waits for somebody to write.
  if (!action.enabled) writing = false;
  ThreadMask out = 0;
  for (unsigned u = 0; u < machine->threadCount(); ++u) {
    if (u == t) continue;
    const Future& future = futures->at(u, machine->pc(state, u));
    if (future.writes.has(cell) || (writing && future.reads.has(cell))) out |= ThreadMask{1} << u;
  }
  return out;
}

ThreadMask Stubborn::closure(const std::int64_t* state, const Action* pending,
                             unsigned seed) const {
  ThreadMask closed = 0;
  ThreadMask todo = ThreadMask{1} << seed;
  while (todo != 0) {
    const unsigned t = static_cast<unsigned>(std::countr_zero(todo));
    closed |= ThreadMask{1} << t;
    todo = (todo | needed(state, pending[t], t)) & ~closed;
  }
  return closed;
}

ThreadMask Stubborn::choose(const std::int64_t* state, const Action* pending,
                            ThreadMask enabled) const {
  ThreadMask best = enabled;
  for (ThreadMask seeds = enabled; seeds != 0 && std::popcount(best) > 1; seeds &= seeds - 1) {
    const unsigned seed = static_cast<unsigned>(std::countr_zero(seeds));
    const ThreadMask candidate = closure(state, pending, seed) & enabled;
    if (std::popcount(candidate) < std::popcount(best)) best = candidate;
  }
  return best;
}

}  // namespace robur
