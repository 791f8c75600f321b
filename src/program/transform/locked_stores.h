// Stores of seq_cst as compilers for x86 emit them: xchg, which is locked and so empties the store
// buffer. In the program an exchange whose result nobody reads takes the place of the store, at the
// same instruction, so that findings are about the instructions of the original program.
//
// This is for programs that were compiled (Program::lockedScStores) and for models in which updates
// are locked. Elsewhere `sc` at a store keeps the meaning that the model gives it.
//
// A store to part of a location is an update with a complaint. Where updates are locked it would
// order too much, so a run that gets there is not decided.
#pragma once

#include "program/model_name.h"
#include "program/program.h"

namespace robur {

// Are seq_cst stores of this program locked under this model?
bool locksScStores(const Program& program, ModelName model);

void lockScStores(Program& program, ModelName model);

}  // namespace robur
