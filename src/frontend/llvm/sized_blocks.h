// Copies and fills of a size that is no constant in the text are calls of our library, which copies
// word by word if the size is not known during translation either. Before the library is linked.
#pragma once

#include <llvm/IR/Module.h>

namespace robur::frontend_llvm {

void redirectSizedBlocks(llvm::Module& module);

}  // namespace robur::frontend_llvm
