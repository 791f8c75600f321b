// A canonical form of thread code, in which jumps are gone and the order in which a
// frontend happened to emit instructions no longer shows.
//
// Behaviour is the same step by step: every instruction that does something is kept, only
// Goto, single Choose and Branch on a constant disappear. Two programs that differ only
// in how their control flow was written down become equal.
#pragma once

#include "program/program.h"

namespace robur {

// Threads Gotos away, drops what cannot be reached, merges the Halts of a code into one
// and numbers instructions depth first from the entry, which becomes 0. Constants are
// folded and the element 0 that an array access leaves out is written down. A loop of Gotos alone
// becomes one Goto to itself. Registers, locations and threads stay as they are; labels follow
// their instruction. Wants a valid program.
Program simplified(const Program& program);
Code simplified(const Program& program, const Code& code);

}  // namespace robur
