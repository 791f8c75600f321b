// Programs that are robust by their fences alone, recognised from the code, without a monitor.
//
// A cycle in po, rf, mo and fr enters and leaves threads. In a shortest one, each thread is entered
// at an access a and left at an access b of another cell (accesses to one cell are ordered alike in
// all models). If the model keeps all such pairs in order, there is no cycle, and every consistent
// graph is an SC graph. Shasha and Snir call pairs that have to be kept in order delays.
//
//   TSO          keeps all pairs in order except a store before a load. A fence or a locked
//                instruction between them keeps these in order, too.
//   PSO          keeps all pairs in order except a store before a load or before another store. A
//                fence or a locked instruction between them keeps these in order, and so does a
//                release fence between stores.
//   SRA, RA      Cut the cycle at its mo and fr edges. Each piece is a path of happens-before and
//                leaves its last thread by mo or fr. If that thread has an SC fence between the
//                two accesses there, then the fences of all pieces follow each other around the
//                cycle: were one before its predecessor, what the predecessor's piece leads to
//                would happen before it, against coherence. So pairs whose second access is at a
//                cell that other threads write must have a fence between them.
//   RC20, RC11   If everything acquires and releases, as RA. If not, rf is not always part of
//                happens-before, and the same argument needs a fence between all pairs.
//
// What a thread may access is taken from its code, whatever values it reads. So the answer yes is
// certain, and many robust programs get the answer no. After yes, the program is explored under SC
// like any other, for its faults and races.
#pragma once

#include "models/fragment.h"
#include "program/model_name.h"
#include "semantics/machine.h"

namespace robur {

// Do the fences keep every such pair in order? Data races, if the model has them, are another
// question.
bool fencesSuffice(const Machine& machine, const Fragment& fragment, ModelName model);

}  // namespace robur
