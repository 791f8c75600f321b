// The outline of a program: the same program with some of its data forgotten.
//
// Whether a program is robust often has nothing to do with what its cells hold, but every value is
// a state. In the outline a forgotten cell always holds 0, and what was decided by a forgotten
// value is decided freely: branches go both ways, waits do not block, a compare-and-swap succeeds
// or fails. For every execution graph of the program the outline has the same graph but for values:
// the same accesses to the same cells in the same orders, the same reads-from and modification
// order. No memory model looks at values, and neither does a data race. So if the outline is
// robust, then the program is; if the outline is not robust, that says nothing.
//
// What addresses are computed from is never forgotten, and neither is what that is computed from:
// the outline makes its accesses where the program does. Nothing in it faults or blocks that does
// not in the program, or graphs would be lost. Predicates over the data (b < t and the like) would
// be more exact than forgetting it; they were rejected because it takes a solver to find them and
// to follow them.
#pragma once

#include <optional>
#include <vector>

#include "program/data_flow.h"
#include "program/program.h"

namespace robur {

// Outlines of the program, those that forget most first (forgetting.h); none if nothing can be
// forgotten. Wants a valid program; spin loops that should be waits must be so already.
std::vector<Program> outlinesOf(const Program& program);

// The outline that forgets these nodes of the program's data flow. Wants all that is computed from
// them among them, and nothing that addresses are computed from. Nothing if it would be too large.
std::optional<Program> outlineOf(const Program& program, const DataFlow& flow,
                                 const std::vector<bool>& forgotten);

}  // namespace robur
