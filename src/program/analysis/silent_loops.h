// Loops that may go round without writing: a thread can spin in one forever.
#pragma once

#include "program/program.h"

namespace robur {

// Is there a cycle of instructions none of which is certain to write? Waits do not count as loops.
bool hasSilentLoop(const Code& code);

}  // namespace robur
