// Intrinsics that compute with integers, rewritten as the operators that they stand for: counting
// and permuting bits, arithmetic that reports or limits overflow, rotating.
#pragma once

#include <llvm/IR/Module.h>

namespace robur::frontend_llvm {

void lowerIntegerIntrinsics(llvm::Module& module);

}  // namespace robur::frontend_llvm
