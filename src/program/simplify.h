// A canonical form of thread code, without jumps and independent of the order in which a frontend
// emitted instructions.
//
// Behaviour is the same step by step: every instruction with an effect is kept, only Goto, single
// Choose and Branch on a constant are removed. Two programs that differ only in how their control
// flow was written become equal.
#pragma once

#include "program/program.h"

namespace robur {

// Removes Gotos and unreachable instructions, merges the Halts of a code into one and numbers
// instructions depth first from the entry, which becomes 0. Constants are folded, and an array
// access without an index gets index 0. A loop of only Gotos becomes one Goto to itself. Registers,
// locations and threads stay the same; labels follow their instruction. The program must be valid.
Program simplified(const Program& program);
Code simplified(const Program& program, const Code& code);

}  // namespace robur
