// From the moves of a backward search to a run: forward, in the graph semantics of SRA.
//
// The moves say in which order threads write; what they read in between is searched for, with
// views (per thread and per write, how far along each modification order its past reaches).
// The run is told as an execution graph, for src/graph to judge. Nothing here looks at potentials.
#pragma once

#include "graph/execution_graph.h"
#include "verify/question.h"

namespace robur::verify {

struct Replayed {
  ExecutionGraph graph;
  std::vector<LocalState> ends;  // per thread, where it comes to stand
};

// The event that a thread makes on an edge from `pc`, under SRA; not for a silent edge.
Event eventOf(const Program& program, const Locals& locals, const LocalEdge& edge,
              std::uint32_t thread, Pc pc);

std::optional<Replayed> replay(const Program& program, const Locals& locals,
                               const std::vector<Move>& moves, const Target& target);

}  // namespace robur::verify
