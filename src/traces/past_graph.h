// The graph of a past with an access that takes a given write, for the axioms of src/graph.
//
// It has only the cells that occur in it, so that it is small whatever the size of memory. The
// axioms of models with an order of sc events need it; the judge (src/check) builds its own from a
// run.
#pragma once

#include "graph/execution_graph.h"
#include "traces/sc_trace.h"

namespace robur::traces {

// The events of the trace that are in the clock, and `access` added last in its thread, reading
// from, or placed behind, the write at this position of modification order.
ExecutionGraph graphOfPast(const ScTrace& trace, const std::uint16_t* clock, Event access,
                           std::uint32_t position);

}  // namespace robur::traces
