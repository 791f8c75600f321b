// Properties of the LLVM module, computed once: numbers for its values, so that nothing depends on
// their addresses, and which values are live.
#pragma once

#include <map>
#include <set>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

#include "frontend/llvm/objects.h"

namespace robur::frontend_llvm {

class ModuleInfo {
 public:
  explicit ModuleInfo(const llvm::Module& module);

  const llvm::Module& module() const { return module_; }
  ValueId id(const llvm::Value* value) const { return ids_.lookup(value); }
  // SSA values that may be used in the block or after it, its own phis aside.
  const std::set<ValueId>& liveInto(const llvm::BasicBlock* block);
  // SSA values that may be used after the instruction, its own result aside.
  std::set<ValueId> liveAfter(const llvm::Instruction* at);
  // Can the function end after the block, whatever its branches depend on?
  bool reachesEnd(const llvm::BasicBlock* block);

 private:
  void computeLiveness(const llvm::Function& function);
  void addUses(const llvm::Instruction& in, std::set<ValueId>& live) const;
  std::set<ValueId> liveOutOf(const llvm::BasicBlock* block);

  const llvm::Module& module_;
  llvm::DenseMap<const llvm::Value*, ValueId> ids_;
  std::map<const llvm::BasicBlock*, std::set<ValueId>> liveIn_;
  std::map<const llvm::BasicBlock*, bool> reachesEnd_;
};

}  // namespace robur::frontend_llvm
