// From a run to what a user is shown: judged by src/graph, then told like other findings.
#pragma once

#include "result/finding.h"
#include "verify/bad_states.h"
#include "verify/replay.h"

namespace robur::verify {

// Throws InternalError unless the model allows the graph, and unless it shows what it should.
Finding evidenceOf(const Machine& machine, ModelName model, const Replayed& run,
                   const BadState& bad);

// For a state that was asked for: there is a run, but no offending access.
Finding evidenceOf(const Machine& machine, ModelName model, const Replayed& run);

// Where the graph leaves SC; nothing if it does not.
std::optional<Finding> departureOf(const Program& program, const ExecutionGraph& graph);

}  // namespace robur::verify
