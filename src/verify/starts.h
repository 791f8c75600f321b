// The first nodes of the backward search: target states as demands on reads.
#pragma once

#include <optional>

#include "verify/requirement.h"

namespace robur::verify {

inline MarkId markOf(TargetId target, std::uint32_t thread, std::uint32_t threads) {
  return target * threads + thread;
}

// A target for the automata: per thread the endings that its mark has, or anywhere; and for some
// cells a set that contains the value of the last write.
struct Goal {
  TargetId target = 0;
  std::vector<bool> mentioned;  // per thread
  std::vector<std::pair<std::uint32_t, ValueSet>> cells;
};

// A node that the search starts from.
struct Start {
  Positions positions;
  std::vector<OptionList> lists;  // per thread; an empty list demands nothing
  std::vector<ReadOption> lastWrites = {};
};

// All start nodes of a goal. Empty if there are too many.
std::optional<std::vector<Start>> startsOf(const ThreadSystem& system, const Goal& goal);

}  // namespace robur::verify
