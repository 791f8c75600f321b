// Paths of a thread that compute the same and meet again become one path.
//
// A frontend that follows each path on its own writes the moves before a join once for each path
// that gets there. Where a condition does not matter, because another one that is known decides,
// both sides of its branch then do the same. Without the branch nothing may depend on the condition
// any more, such as a counter of failed attempts that have already had their effect.
#pragma once

#include "program/program.h"

namespace robur {

// Behaviour and accesses stay the same; Gotos take the place of branches whose sides are the same.
// Returns whether there was one.
bool mergePaths(Code& code);

}  // namespace robur
