// From one bad execution to a constraint on every repair that makes a program safe.
//
// Strengthenings are added to the choice with which the execution was found, as long as the
// stronger program still has the execution (strengthened_run.h). The others form the blocking set,
// and a repair needs one of them. Why no safe repair is lost: strengthening a program never adds an
// execution. Take a graph of the stronger program, lower its orders and take out the additional
// fences (an SC fence that is an update is skipped in the order of fences; a read-modify-write
// becomes a load or a store again, and who read from it reads from its source). Every axiom asks
// that some relation has no cycle, these relations can only lose edges, and the values are the
// same. So the graph is one of the weaker program, and what is bad about it remains bad: the fault,
// the thread that waits for the last write, the final state; two accesses that nothing orders. Now
// let E be the largest choice that was reached. A choice that contains nothing of the blocking set
// is part of E, hence has every execution that E has, the bad one among them. If survives() says
// "no" where "yes" would be right, the blocking set is larger than necessary: the constraint is
// weaker, but still holds for every safe repair.
//
// Unlike in blocking_set.h nothing has to be forbidden: a fence can make a program less robust, but
// not less safe.
#pragma once

#include "repair/bad_execution.h"
#include "repair/solver.h"
#include "repair/strengthening.h"

namespace robur {

Constraint constraintFrom(const Draft& draft, const Choice& choice, bool exactLoops,
                          ModelName model, const BadExecution& bad);

// All that a bad execution without paths tells: this choice is not enough, and no part of it is.
Constraint moreThan(const Draft& draft, const Choice& choice);

// The draft with these strengthenings, as it is examined: spin loops are waits unless explored
// exactly.
Program examinedProgram(const Draft& draft, const Choice& choice, bool exactLoops);

}  // namespace robur
