// Programs that are robust by their fences alone, found out without a monitor.
//
// A cycle in hbSC goes in and out of threads. Take a shortest one: in each thread it comes to an
// access a from another thread, leaves b to another thread, and a and b are at different cells
// (accesses to one cell are ordered alike in all models). If the model keeps all those pairs in
// order there is no such cycle, and every consistent graph is an SC graph. Shasha and Snir call
// pairs that have to be kept in order delays; here a pair that nothing keeps in order is one.
//
//   TSO          keeps all pairs in order but a store before a load. A fence or a locked
//                instruction between them does.
//   PSO          keeps all pairs in order but those that begin with a store, if the second access
//   is
//                a load or a store to another cell. A fence or a locked instruction between them
//                does, and a release fence if both are stores.
//   SRA, RA      Cut the cycle at its mo and fr edges. Each piece is a path of happens-before and
//                leaves its last thread by mo or fr. If that thread has an SC fence between the
//                two accesses there, then the fences of all pieces come one after the other around
//                the cycle: were one before its predecessor, what the latter's piece leads to would
//                happen before it, against coherence. So pairs whose second access is at a
//                cell that others write must have a fence between them.
//   RC20, RC11   If everything acquires and releases, as RA. If not, rf is not always part of
//                happens-before, and the same argument needs a fence between all pairs.
//
// What a thread may access is taken from its code, whatever values it reads: so this overlooks
// nothing, and says of many robust programs that it does not know. Where it does know, the program
// is explored under SC like any other, for its faults and races.
#pragma once

#include "models/facts.h"
#include "program/model_name.h"
#include "semantics/machine.h"

namespace robur {

// Data races, if the model has them, are another question.
bool hasDelays(const Machine& machine, const Facts& facts, ModelName model);

}  // namespace robur
