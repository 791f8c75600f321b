// Turns a run into a finding, after src/graph has judged its execution graph.
#pragma once

#include "result/finding.h"
#include "verify/bad_states.h"
#include "verify/replay.h"

namespace robur::verify {

// Throws InternalError unless the model allows the graph, and unless it shows what it should.
Finding evidenceOf(const Machine& machine, ModelName model, const Replayed& run,
                   const BadState& bad);

// For a state given with --reach: the finding has a run but no offending access.
Finding evidenceOf(const Machine& machine, ModelName model, const Replayed& run);

// Where the graph departs from SC; empty if it is sequentially consistent.
std::optional<Finding> departureOf(const Program& program, const ExecutionGraph& graph);

}  // namespace robur::verify
