// The execution graph of an SC run.
#pragma once

#include <vector>

#include "explore/search.h"
#include "graph/execution_graph.h"

namespace robur {

// The event that an action of a thread is under the model.
Event eventOf(const Program& program, ModelName model, unsigned thread, Pc pc,
              const Action& action);

// The graph that the run makes under the model.
ExecutionGraph graphOf(const Program& program, ModelName model, const std::vector<RunStep>& run);

}  // namespace robur
