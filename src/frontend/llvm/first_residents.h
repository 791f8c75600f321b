// Which global variables are assumed to be in memory from the start.
#pragma once

#include "frontend/llvm/context.h"

namespace robur::frontend_llvm {

// A global variable is assumed to be used by several threads if two functions that may be those of
// threads reach it, or if it is accessed atomically: it usually is, and a thread that waits for one
// would otherwise seem to wait forever. The others are as good as local variables. Either way, what
// the translation finds out later is added.
void seedResidents(Context& c);

}  // namespace robur::frontend_llvm
