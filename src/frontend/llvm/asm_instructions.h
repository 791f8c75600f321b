// The instructions of inline assembly that are understood, by name.
#pragma once

#include "frontend/llvm/asm_machine.h"

namespace robur::frontend_llvm {

// Writes what the instruction does. Throws AsmUnsupported if it is not understood.
void runAssembly(AsmMachine& machine, const AsmInstruction& instruction);

}  // namespace robur::frontend_llvm
