// Counters that only decide whether and how long a thread pauses.
//
//   while (lock.exchange(true)) if (++k > 1000) yield();
//
// Pausing changes nothing that a thread can observe, so neither do the branch and the counter; with
// them the states of the loop are endless. Both are removed, and a note names the line.
#pragma once

#include <vector>

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Module.h>

namespace robur::frontend_llvm {

void dropHints(llvm::Module& module);
// Where branches were removed.
std::vector<const llvm::DILocation*> droppedHints(const llvm::Module& module);

}  // namespace robur::frontend_llvm
