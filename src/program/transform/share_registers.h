// Register allocation: fewer registers for the same code.
//
// A state holds every register of every thread. Frontends that give each value its own register
// leave most of them dead most of the time; here registers that are never live at the same time are
// merged, and assignments that are never read are removed.
#pragma once

#include "program/program.h"

namespace robur {

// Behaviour, accesses and successors stay the same; Gotos may take the place of assignments.
void shareRegisters(Code& code);

}  // namespace robur
