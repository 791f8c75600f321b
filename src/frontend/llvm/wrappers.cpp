#include "frontend/llvm/wrappers.h"

#include <algorithm>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace robur::frontend_llvm {

namespace {

bool comesFrom(const llvm::Instruction& in, const llvm::DILocation* inlinedAt) {
  if (inlinedAt == nullptr) return true;
  for (const llvm::DILocation* at = in.getDebugLoc().get(); at != nullptr;
       at = at->getInlinedAt()) {
    if (at->getInlinedAt() == inlinedAt) return true;
  }
  return false;
}

}  // namespace

bool Wrappers::contains(const llvm::Function* function, const llvm::DILocation* inlinedAt) {
  const Atomics& atomics = in(function, inlinedAt);
  if (atomics.unknown) return false;
  return atomics.accesses == 1 || (atomics.accesses == 0 && atomics.fences && !atomics.plain);
}

const Wrappers::Atomics& Wrappers::in(const llvm::Function* function,
                                      const llvm::DILocation* inlinedAt) {
  // Until it is known, for a function that calls itself: not a wrapper.
  const auto [it, fresh] =
      known_.try_emplace({function, inlinedAt}, Atomics{0, false, false, true});
  if (fresh) it->second = count(*function, inlinedAt);
  return it->second;
}

Wrappers::Atomics Wrappers::count(const llvm::Function& function,
                                  const llvm::DILocation* inlinedAt) {
  Atomics all;
  std::map<const llvm::BasicBlock*, unsigned> upTo;  // the end of each block
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
  for (const llvm::BasicBlock* block : order) {
    unsigned accesses = 0;
    bool reached = block == &function.getEntryBlock();
    for (const llvm::BasicBlock* before : llvm::predecessors(block)) {
      // An edge that goes back has no number yet.
      if (const auto known = upTo.find(before); known != upTo.end()) {
        accesses = std::max(accesses, known->second);
        reached = true;
      }
    }
    if (!reached || block->isEHPad()) continue;  // exceptions are not thrown
    for (const llvm::Instruction& instruction : *block) {
      if (!comesFrom(instruction, inlinedAt)) continue;
      const Atomics one = of(instruction);
      accesses += one.accesses;
      all.fences |= one.fences;
      all.plain |= one.plain;
      all.unknown |= one.unknown;
    }
    upTo[block] = accesses;
    all.accesses = std::max(all.accesses, accesses);
  }
  return all;
}

Wrappers::Atomics Wrappers::of(const llvm::Instruction& in) {
  if (llvm::isa<llvm::FenceInst>(in)) return {0, true, false, false};
  // An access that is volatile may be meant as an atomic one.
  if (in.isAtomic() || in.isVolatile()) return {1, false, false, false};
  if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&in)) {
    return {0, false, !llvm::isa<llvm::AllocaInst>(pointer->stripInBoundsOffsets()), false};
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&in)) return ofCall(*call);
  return {};
}

Wrappers::Atomics Wrappers::ofCall(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return {0, false, false, true};
  if (callee->isIntrinsic() || callee->getName().starts_with("__robur_unset")) return {};
  if (callee->doesNotReturn()) return {};
  if (callee->isDeclaration()) return {0, false, false, true};
  return in(callee, nullptr);
}

}  // namespace robur::frontend_llvm
