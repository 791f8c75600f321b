// Calls of the compiler's library for atomics, rewritten as the instructions that they stand for.
//
// Clang calls it for objects of 16 bytes, unless the processor is known to have an instruction for
// them. The functions without a size in their names are for objects of any size; those of up to 16
// bytes are atomic objects like others.
#pragma once

#include <llvm/IR/Module.h>

namespace robur::frontend_llvm {

void lowerAtomicCalls(llvm::Module& module);

}  // namespace robur::frontend_llvm
