// Local states that cannot be told apart become one.
#pragma once

#include "verify/automaton.h"

namespace robur::verify {

struct Reduced {
  std::uint32_t start = 0;
  std::vector<std::vector<LocalEdge>> edges;  // of representatives; empty for the rest
};

// Contracts silent steps that leave no choice, merges bisimilar states (marks and labels
// alike), and drops reads whose every value leads to the same place; again until nothing changes.
Reduced reduce(const LocalGraph& graph, const std::vector<Marks>& marks, const Locals& locals);

}  // namespace robur::verify
