// What each memory model allows, as axioms over execution graphs.
#pragma once

#include <optional>
#include <vector>

#include "graph/execution_graph.h"
#include "program/model_name.h"

namespace robur {

// Is the graph one that the model allows? Model Sc asks for sequential consistency. A graph
// that is not well formed is never allowed. Plain (non-atomic) accesses are accesses that
// do not synchronise; races are another question.
bool consistent(const Program& program, const ExecutionGraph& graph, ModelName model);

struct CycleEdge {
  enum class Kind : std::uint8_t { Po, Rf, Mo, Fr };
  EventId from{};
  EventId to{};
  Kind kind{};
};

// A shortest cycle in po, rf, mo, fr: why the graph is not sequentially consistent.
// Consecutive po edges are merged into one, no edge touches an initial write, and SC fences
// are on it only if there is no short cycle without them. If `through` is given, the
// cycle starts and ends in that event. The graph must be well formed, also for dataRace.
std::optional<std::vector<CycleEdge>> scCycle(const ExecutionGraph& graph,
                                              EventId through = kNoEvent);

// Two conflicting accesses to a plain cell, not ordered by the happens-before of the model
// (Rc20 and Rc11, or Ra and Sra, where every atomic access synchronises). Sc and Tso know no races.
struct RacePair {
  EventId first{};
  EventId second{};
};
std::optional<RacePair> dataRace(const Program& program, const ExecutionGraph& graph,
                                 ModelName model);

}  // namespace robur
