// From one violation to a constraint on every repair.
//
// The run is kept, and strengthenings are added to it as long as it remains a violation: the axioms
// judge its graph with those fences inserted and those orders raised. Nothing is explored. The
// strengthenings that cannot be added form the blocking set: a repair needs at least one of them.
#pragma once

#include "program/model_name.h"
#include "repair/solver.h"
#include "repair/strengthening.h"
#include "result/finding.h"

namespace robur {

// `program` is draft.with(choice) as it was checked: with spin loops turned into waits, unless they
// were explored exactly.
Constraint constraintFrom(const Draft& draft, const Choice& choice, const Program& program,
                          ModelName model, const Finding& finding);

}  // namespace robur
