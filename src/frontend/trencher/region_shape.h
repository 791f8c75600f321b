// Matches the paths of a lock ... unlock region with atomic accesses.
#pragma once

#include "frontend/trencher/region.h"
#include "program/program.h"

namespace robur::frontend_trencher {

// The E of a condition `value read == E` on the path; null if there is none.
ExprPtr expectedOn(const RegionPath& path);
bool has(const RegionPath& path, const ExprPtr& condition);
// The conjunction of all conditions of the path except this one.
ExprPtr without(const RegionPath& path, const ExprPtr& condition);
// Whether the paths have the same steps, ignoring checks, and the same end.
bool sameEffect(const RegionPath& a, const RegionPath& b);

// Makes an Rmw write `written`, which may refer to the value read; returns false if no operation
// does that.
bool setOperation(Instr& instr, const ExprPtr& written);

}  // namespace robur::frontend_trencher
