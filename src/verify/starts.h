// Where the backward search begins: the states that are asked about, as demands on reads.
#pragma once

#include <optional>

#include "verify/requirement.h"

namespace robur::verify {

inline MarkId markOf(TargetId target, std::uint32_t thread, std::uint32_t threads) {
  return target * threads + thread;
}

// Threads and memory as they shall be: per thread a target's endings, or anywhere; and sets
// that the last write of some cells is in.
struct Goal {
  TargetId target = 0;
  std::vector<bool> mentioned;  // per thread
  std::vector<std::pair<std::uint32_t, ValueSet>> cells;
};

// A node to start from.
struct Start {
  Places places;
  std::vector<OptionList> lists;  // per thread; empty: nothing demanded
  std::vector<ReadOption> lastWrites = {};
};

// The starts of a goal. Nothing if there are too many.
std::optional<std::vector<Start>> startsOf(const Setting& setting, const Goal& goal);

}  // namespace robur::verify
