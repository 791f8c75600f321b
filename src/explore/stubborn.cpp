#include "explore/stubborn.h"

#include <array>
#include <bit>

#include "program/validate.h"

namespace robur {

inline ThreadMask Stubborn::needed(const Future* const* future, const Action& action,
                                   unsigned t) const {
  unsigned cell = action.cell;
  bool writing = action.kind == Action::Kind::Write || action.kind == Action::Kind::Update;
  if (action.kind == Action::Kind::Stopped || action.kind == Action::Kind::Local) return 0;
  if (action.kind == Action::Kind::Fence) {
    if (action.order != Order::Sc || !fencesConflict) return 0;
    cell = fenceCell;
    writing = true;
  }
  // A blocked thread conflicts with nothing: it only waits for somebody to write.
  if (!action.enabled) writing = false;
  ThreadMask out = 0;
  const unsigned word = cell / 64;
  for (unsigned u = threads; u-- > 0;) {
    std::uint64_t conflicts = future[u]->writes.word(word);
    if (writing) conflicts |= future[u]->reads.word(word);
    out = out << 1 | (conflicts >> cell % 64 & 1);
  }
  return out & ~(ThreadMask{1} << t);
}

ThreadMask Stubborn::choose(const Future* const* future, const Pending& pending, ThreadMask enabled,
                            ThreadMask sure) const {
  if ((enabled & (enabled - 1)) == 0) return enabled;
  std::array<ThreadMask, kMaxThreads> need;
  ThreadMask known = 0;
  const auto needOf = [&](unsigned t) {
    if (!(known >> t & 1)) {
      need[t] = 0;
      for (const Action* action : pending.of(t)) need[t] |= needed(future, *action, t);
      known |= ThreadMask{1} << t;
    }
    return need[t];
  };
  ThreadMask best = enabled;
  int size = std::popcount(best);
  for (ThreadMask seeds = sure; seeds != 0 && size > 1; seeds &= seeds - 1) {
    ThreadMask closed = 0;
    ThreadMask todo = seeds & -seeds;
    while (todo != 0 && (closed & best) != best) {
      const unsigned t = static_cast<unsigned>(std::countr_zero(todo));
      closed |= ThreadMask{1} << t;
      todo = (todo | needOf(t)) & ~closed;
    }
    const ThreadMask candidate = closed & enabled;
    if (todo == 0 && std::popcount(candidate) < size) {
      best = candidate;
      size = std::popcount(candidate);
    }
  }
  return best;
}

}  // namespace robur
