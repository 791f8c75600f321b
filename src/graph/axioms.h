// What each memory model allows, as axioms over execution graphs.
#pragma once

#include <optional>
#include <vector>

#include "graph/execution_graph.h"
#include "program/model_name.h"

namespace robur {

// Does the model allow the graph? For Sc: is the graph sequentially consistent? A graph that is not
// well formed is never allowed. Plain (non-atomic) accesses count as accesses that do not
// synchronise; dataRace() decides about races.
bool consistent(const Program& program, const ExecutionGraph& graph, ModelName model);

// The same for a graph that is known to be well formed, and may have fewer cells than its program.
bool consistentIfWellFormed(const ExecutionGraph& graph, ModelName model);

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

// Two conflicting accesses to a plain cell that the happens-before of the model does not order.
// Which happens-before that is, and whether the model has data races at all, is ModelInfo::races.
struct RacePair {
  EventId first{};
  EventId second{};
};
std::optional<RacePair> dataRace(const Program& program, const ExecutionGraph& graph,
                                 ModelName model);
// All such pairs of which this event is one, with the event added earlier first.
std::vector<RacePair> dataRacesOf(const Program& program, const ExecutionGraph& graph,
                                  ModelName model, EventId event);

}  // namespace robur
