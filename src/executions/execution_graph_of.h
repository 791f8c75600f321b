// A graph of the enumeration as one that the axioms of src/graph can judge.
#pragma once

#include <vector>

#include "executions/live_graph.h"
#include "graph/execution_graph.h"

namespace robur::executions {

struct Translated {
  ExecutionGraph graph;
  std::vector<EventId> run;  // all but initial events, in an order that respects po and rf
  std::vector<std::vector<EventId>> event;  // per thread and index; kNoEvent if it has none
};

// `ends`: per thread, the index of the last event that is translated; the set must be closed under
// reads-from. Empty: all events.
Translated executionGraphOf(const Program& program, const LiveGraph& g,
                            const std::vector<std::uint16_t>& ends = {});

}  // namespace robur::executions
