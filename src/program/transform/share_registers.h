// Fewer registers for the same code.
//
// A state holds every register of every thread. Frontends that give each value a register of
// its own leave most of them dead most of the time; here registers that are never needed at the
// same time become one, and assignments that nobody reads disappear.
#pragma once

#include "program/program.h"

namespace robur {

// Behaviour, accesses and successors stay the same; Gotos may take the place of assignments.
void shareRegisters(Code& code);

}  // namespace robur
