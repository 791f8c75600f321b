// The cycle counter of the processor, which compilers have an intrinsic for (__rdtsc()). It is a
// clock like those of the library, so the library's function takes its place.
#pragma once

#include <llvm/IR/Module.h>

namespace robur::frontend_llvm {

// To be called before the library is linked.
void redirectCycleCounters(llvm::Module& module);

}  // namespace robur::frontend_llvm
