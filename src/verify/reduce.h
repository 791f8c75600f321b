// Reduces a local graph: silent steps, bisimilar states and irrelevant reads.
#pragma once

#include "verify/automaton.h"

namespace robur::verify {

struct Reduced {
  std::uint32_t start = 0;
  std::vector<std::vector<LocalEdge>> edges;  // of representatives; empty for other states
};

// Contracts deterministic silent steps, merges bisimilar states (with equal marks and labels), and
// removes reads that lead to the same state with every value; repeats until nothing changes.
Reduced reduce(const LocalGraph& graph, const std::vector<Marks>& marks, const LocalGraphs& graphs);

}  // namespace robur::verify
