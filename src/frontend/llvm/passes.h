// Changes to the linked LLVM module before it is translated.
#pragma once

#include <llvm/IR/Module.h>

namespace robur::frontend_llvm {

// Marks uninitialised local variables, turns local variables into SSA values and removes branches
// that cannot be taken. `optimise`: runs LLVM's -O2 pipeline instead of only what is necessary.
void prepareModule(llvm::Module& module, bool optimise);

}  // namespace robur::frontend_llvm
