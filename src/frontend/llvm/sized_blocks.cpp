#include "frontend/llvm/sized_blocks.h"

#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

namespace robur::frontend_llvm {

void redirectSizedBlocks(llvm::Module& module) {
  std::vector<llvm::MemIntrinsic*> blocks;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& in : block) {
        auto* one = llvm::dyn_cast<llvm::MemIntrinsic>(&in);
        const bool known = one == nullptr || llvm::isa<llvm::ConstantInt>(one->getLength());
        if (!known && !one->isVolatile()) blocks.push_back(one);
      }
    }
  }
  for (llvm::MemIntrinsic* one : blocks) {
    llvm::IRBuilder<> b(one);
    llvm::Type* pointer = b.getPtrTy();
    llvm::Type* size = b.getInt64Ty();
    llvm::Value* length = b.CreateZExtOrTrunc(one->getLength(), size);
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(one)) {
      const char* name = llvm::isa<llvm::MemMoveInst>(one) ? "__robur_move" : "__robur_copy";
      b.CreateCall(module.getOrInsertFunction(name, pointer, pointer, pointer, size),
                   {copy->getDest(), copy->getSource(), length});
    } else {
      auto* fill = llvm::cast<llvm::MemSetInst>(one);
      b.CreateCall(
          module.getOrInsertFunction("__robur_fill", pointer, pointer, b.getInt32Ty(), size),
          {fill->getDest(), b.CreateZExt(fill->getValue(), b.getInt32Ty()), length});
    }
    one->eraseFromParent();
  }
}

}  // namespace robur::frontend_llvm
