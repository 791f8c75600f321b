// What the paths of a lock ... unlock region have in common with atomic accesses.
#pragma once

#include "frontend/trencher/region.h"
#include "program/program.h"

namespace robur::frontend_trencher {

// The E of a condition `value read == E` on the path; null if there is none.
ExprPtr expectedOn(const RegionPath& path);
bool has(const RegionPath& path, const ExprPtr& condition);
// All conditions of the path but this one.
ExprPtr without(const RegionPath& path, const ExprPtr& condition);
// The same steps, checks aside, with the same end.
bool sameEffect(const RegionPath& a, const RegionPath& b);

// Makes an Rmw write `written`, which may speak of the value read; false if no operation
// does.
bool setOperation(Instr& instr, const ExprPtr& written);

}  // namespace robur::frontend_trencher
