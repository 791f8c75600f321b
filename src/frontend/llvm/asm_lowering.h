// Inline assembly, rewritten as the LLVM instructions that mean the same.
//
// Locked instructions of x86 become seq_cst read-modify-writes between fences, mfence a seq_cst
// fence, loads and stores acquire and release. A statement with an instruction that is not in the
// table (asm_instructions.cpp) is left as it is; reaching it is an error that gives the reason.
#pragma once

#include <string>

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace robur::frontend_llvm {

void lowerAssembly(llvm::Module& module);

// Why the statement was left as it is.
std::string whyNotLowered(const llvm::CallBase& call);

}  // namespace robur::frontend_llvm
