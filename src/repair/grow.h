// From one violation to a constraint on every repair.
//
// The run is kept, and strengthenings are added to it one by one as long as it still is a
// violation: the axioms judge its graph with those fences put in and those orders raised.
// Nothing is explored. What cannot be added is what could prevent this violation.
#pragma once

#include "program/model_name.h"
#include "repair/solver.h"
#include "repair/strengthening.h"
#include "result/finding.h"

namespace robur {

// `blocking`: draft.with(choice) as it was checked, spin loops made waits unless they were
// taken exactly.
Constraint constraintFrom(const Draft& draft, const Choice& choice, const Program& blocking,
                          ModelName model, const Finding& finding);

}  // namespace robur
