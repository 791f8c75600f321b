// An SC run from a trace: the events of a past, executed by the machine.
//
// The machine executes the program itself, so that a run which it accepts is a run of the program.
// Every value that it reads is compared with the graph.
#pragma once

#include <vector>

#include "explore/search.h"
#include "semantics/machine.h"
#include "traces/sc_trace.h"

namespace robur::traces {

struct Replayed {
  std::vector<RunStep> run;
  std::vector<std::int64_t> state;  // of the machine
};

// Executes the events of the trace that are in the clock, which must be a past, in the order of the
// trace, and then the local steps of the thread up to its next access, fence, choice or fault.
Replayed replay(const Machine& machine, const ScTrace& trace, const std::uint16_t* clock,
                unsigned thread);

}  // namespace robur::traces
