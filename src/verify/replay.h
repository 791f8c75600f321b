// Reconstructs a run from the moves of the backward search, forward, in the graph semantics of SRA.
//
// The moves give the order of writes; the reads in between are searched for with views: per thread
// and per write, the position in each modification order that its past reaches. The result is an
// execution graph for src/graph to judge. This code is independent of potentials.
#pragma once

#include "graph/execution_graph.h"
#include "verify/question.h"

namespace robur::verify {

struct Replayed {
  ExecutionGraph graph;
  std::vector<LocalState> ends;  // per thread, its last state
};

// The event of a thread for an edge from `pc`; the edge must not be silent. The model decides what a
// fence is.
Event eventOf(const Program& program, const LocalGraphs& graphs, const LocalEdge& edge,
              std::uint32_t thread, Pc pc, ModelName model = ModelName::Sra);

std::optional<Replayed> replay(const Program& program, const LocalGraphs& graphs,
                               const std::vector<Move>& moves, const Target& target);

}  // namespace robur::verify
