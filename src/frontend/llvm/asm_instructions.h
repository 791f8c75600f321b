// The instructions of inline assembly that are understood, by name.
#pragma once

#include "frontend/llvm/asm_machine.h"

namespace robur::frontend_llvm {

// Writes what the instruction does. Throws AsmUnsupported if it is not understood.
void runAssembly(AsmMachine& machine, const AsmInstruction& instruction);

bool doesNothing(const AsmInstruction& instruction);

// Is this a locked instruction of the processor, which writes memory also if it fails?
bool isLocked(const llvm::Instruction& in);
// A subtraction from the operand instead of from memory.
bool isReversed(const llvm::Instruction& in);

}  // namespace robur::frontend_llvm
