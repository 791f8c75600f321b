// Data abstraction: the same program with the values of some registers and locations left out.
//
// Whether a program is robust often does not depend on the values its cells hold, but every value
// is part of a state. In the abstraction an abstracted cell always holds 0, and what an abstracted
// value would decide is nondeterministic: branches go both ways, waits do not block, a
// compare-and-swap succeeds or fails. For every execution graph of the program the abstraction has
// the same graph except for values: the same accesses to the same cells in the same orders, the
// same reads-from and modification order. No memory model depends on values, and neither does a
// data race. So if the abstraction is robust, the program is; if it is not, nothing is known.
//
// Values from which addresses are computed are never abstracted, so the abstraction accesses the
// cells that the program does. It faults and blocks only where the program does, or graphs would be
// lost. Predicates over the data (b < t, for example) would be more precise; they were rejected
// because finding and tracking them takes a solver.
#pragma once

#include <optional>
#include <vector>

#include "program/analysis/data_flow.h"
#include "program/program.h"

namespace robur {

// Abstractions of the program, the coarsest first (abstraction_choice.h); none if nothing can be
// abstracted. The program must be valid, and spin loops that are treated as waits must be waits.
std::vector<Program> abstractionsOf(const Program& program);

// The abstraction of these nodes of the program's data flow. Everything computed from them must be
// among them, and nothing from which addresses are computed. Nothing if it would be too large.
std::optional<Program> abstractionOf(const Program& program, const DataFlow& flow,
                                     const std::vector<bool>& abstracted);

}  // namespace robur
