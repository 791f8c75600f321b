// Changes to the linked LLVM module before it is translated.
#pragma once

#include <llvm/IR/Module.h>

namespace robur::frontend_llvm {

// Marks uninitialised local variables, turns local variables into SSA values and removes branches
// that cannot be taken, and those that only decide about pauses.
void prepareModule(llvm::Module& module);

}  // namespace robur::frontend_llvm
