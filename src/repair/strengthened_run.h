// Does a bad execution remain possible when the program is strengthened?
//
// The threads of the stronger program are executed along the path of the bad execution: each access
// reads the same value from the same write, and writes keep their modification order. Fences are
// those of the stronger program, and so are the orders of accesses. If every thread can follow its
// path to the same end, and the axioms allow the resulting graph, then the stronger program has
// this execution too, and is as bad. Where it is open how the graph continues (the order of SC
// fences where they are updates, the order of loads that became read-modify-writes) not everything
// is tried, so the answer "no" can be wrong, the answer "yes" cannot.
#pragma once

#include "program/model_name.h"
#include "program/program.h"
#include "repair/bad_execution.h"

namespace robur {

// `program` is the stronger program, as it would be examined: with spin loops turned into waits,
// unless they are explored exactly.
bool survives(const BadExecution& bad, const Program& program, ModelName model);

}  // namespace robur
