#include "frontend/llvm/module_info.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace robur::frontend_llvm {

ModuleInfo::ModuleInfo(const llvm::Module& module) : module_(module) {
  ValueId next = 0;
  for (const llvm::Function& function : module) {
    ids_[&function] = ++next;
    for (const llvm::Argument& argument : function.args()) ids_[&argument] = ++next;
    for (const llvm::BasicBlock& block : function) {
      ids_[&block] = ++next;
      for (const llvm::Instruction& in : block) ids_[&in] = ++next;
    }
  }
}

void ModuleInfo::addUses(const llvm::Instruction& in, std::set<ValueId>& live) const {
  for (const llvm::Value* operand : in.operands()) {
    if (llvm::isa<llvm::Instruction>(operand) || llvm::isa<llvm::Argument>(operand)) {
      live.insert(id(operand));
    }
  }
}

// A phi uses its incoming value at the end of the block the value comes from.
std::set<ValueId> ModuleInfo::liveOutOf(const llvm::BasicBlock* block) {
  std::set<ValueId> live;
  for (const llvm::BasicBlock* next : llvm::successors(block)) {
    const std::set<ValueId>& in = liveIn_[next];
    live.insert(in.begin(), in.end());
    for (const llvm::PHINode& phi : next->phis()) {
      const llvm::Value* taken = phi.getIncomingValueForBlock(block);
      if (llvm::isa<llvm::Instruction>(taken) || llvm::isa<llvm::Argument>(taken)) {
        live.insert(id(taken));
      }
    }
  }
  return live;
}

void ModuleInfo::computeLiveness(const llvm::Function& function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto block = function.end(); block != function.begin();) {
      --block;
      std::set<ValueId> live = liveOutOf(&*block);
      for (auto in = block->rbegin(); in != block->rend(); ++in) {
        live.erase(id(&*in));
        if (!llvm::isa<llvm::PHINode>(*in)) addUses(*in, live);
      }
      std::set<ValueId>& known = liveIn_[&*block];
      if (live != known) {
        known = std::move(live);
        changed = true;
      }
    }
  }
}

const std::set<ValueId>& ModuleInfo::liveInto(const llvm::BasicBlock* block) {
  if (!liveIn_.contains(block)) computeLiveness(*block->getParent());
  return liveIn_[block];
}

std::set<ValueId> ModuleInfo::liveAfter(const llvm::Instruction* at) {
  const llvm::BasicBlock* block = at->getParent();
  liveInto(block);
  std::set<ValueId> live = liveOutOf(block);
  for (auto in = block->rbegin(); &*in != at; ++in) {
    live.erase(id(&*in));
    if (!llvm::isa<llvm::PHINode>(*in)) addUses(*in, live);
  }
  live.erase(id(at));
  return live;
}

bool ModuleInfo::reachesEnd(const llvm::BasicBlock* block) {
  const auto known = reachesEnd_.find(block);
  if (known != reachesEnd_.end()) return known->second;
  std::vector<const llvm::BasicBlock*> pending;
  const auto reach = [&](const llvm::BasicBlock& from) {
    bool& ends = reachesEnd_[&from];
    if (!ends) pending.push_back(&from);
    ends = true;
  };
  for (const llvm::BasicBlock& each : *block->getParent()) {
    reachesEnd_[&each] = false;
    if (llvm::succ_empty(&each)) reach(each);
  }
  while (!pending.empty()) {
    const llvm::BasicBlock* at = pending.back();
    pending.pop_back();
    for (const llvm::BasicBlock* from : llvm::predecessors(at)) reach(*from);
  }
  return reachesEnd_[block];
}

}  // namespace robur::frontend_llvm
