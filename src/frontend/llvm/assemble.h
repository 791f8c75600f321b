// Builds the program from the results of the last round: named locations, and the threads that do
// more than wait.
#pragma once

#include "frontend/llvm/context.h"
#include "program/program.h"

namespace robur::frontend_llvm {

Program assemble(Context& c, std::vector<Code> codes);

}  // namespace robur::frontend_llvm
