#include "frontend/llvm/cycle_counters.h"

#include <llvm/IR/Function.h>

namespace robur::frontend_llvm {

void redirectCycleCounters(llvm::Module& module) {
  for (const char* name : {"llvm.x86.rdtsc", "llvm.readcyclecounter"}) {
    llvm::Function* counter = module.getFunction(name);
    if (counter == nullptr || counter->use_empty()) continue;
    llvm::FunctionCallee clock =
        module.getOrInsertFunction("__robur_cycles", counter->getFunctionType());
    counter->replaceAllUsesWith(clock.getCallee());
  }
}

}  // namespace robur::frontend_llvm
