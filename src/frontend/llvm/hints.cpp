// Dead code elimination that may remove control flow: an instruction is needed if it accesses
// memory or calls something, if a needed instruction uses it, or if it decides whether a needed
// instruction runs (control dependence: the iterated frontier of post-dominance). A branch that is
// not needed goes straight to the block after everything that depends on it. LLVM's own pass is no
// substitute: it removes loads, which can be races, and takes pauses for effects.
#include "frontend/llvm/hints.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/IteratedDominanceFrontier.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace robur::frontend_llvm {

namespace {

constexpr const char* kDropped = "robur.hints";
// The last one is inline assembly (asm_lowering.cpp).
constexpr llvm::StringLiteral kPauses[] = {"sched_yield",
                                           "pthread_yield",
                                           "thrd_yield",
                                           "sleep",
                                           "usleep",
                                           "nanosleep",
                                           "clock_nanosleep",
                                           "thrd_sleep",
                                           "llvm.x86.sse2.pause",
                                           "llvm.aarch64.hint",
                                           "__robur_pause"};

class Hints {
 public:
  bool pauses(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    // Waiting for nothing is a way to sleep.
    const bool waits = callee != nullptr && callee->getName() == "poll" && call.arg_size() == 3;
    if (waits && call.use_empty()) {
      return llvm::isa<llvm::ConstantPointerNull>(call.getArgOperand(0));
    }
    return callee != nullptr && pauses(*callee);
  }
  // A function that does nothing but pause, in memory of its own.
  bool pauses(const llvm::Function& function) {
    const auto [it, fresh] = known_.try_emplace(&function, false);
    if (!fresh) return it->second;  // recursion: no
    bool result = llvm::is_contained(kPauses, function.getName());
    if (!result && !function.isDeclaration()) {
      result = onlyPauses(function);
    }
    return known_[&function] = result;
  }

 private:
  // Pauses throw nothing, so blocks for exceptions are not reached.
  bool onlyPauses(const llvm::Function& function) {
    bool calls = false;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::BasicBlock*, 16> pending{&function.getEntryBlock()};
    while (!pending.empty()) {
      const llvm::BasicBlock* block = pending.pop_back_val();
      if (!seen.insert(block).second) continue;
      for (const llvm::Instruction& in : *block) {
        if (!harmless(in, calls)) return false;
      }
      if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(block->getTerminator())) {
        pending.push_back(invoke->getNormalDest());
      } else {
        pending.append(llvm::succ_begin(block), llvm::succ_end(block));
      }
    }
    return calls;
  }

  bool harmless(const llvm::Instruction& in, bool& calls) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(in) || in.isLifetimeStartOrEnd()) return true;
    if (const auto* block = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&in)) {
      const auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&in);
      return !block->isVolatile() && isOwn(block->getRawDest()) &&
             (copy == nullptr || isOwnOrConstant(copy->getRawSource()));
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&in)) {
      const bool pause = pauses(*call);
      calls |= pause;
      // A value that was never set (passes.cpp), of a variable that is.
      const bool unset = call->doesNotAccessMemory() && call->doesNotThrow() && call->willReturn();
      return pause || unset;
    }
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&in)) {
      return load->isSimple() && isOwn(load->getPointerOperand());
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&in)) {
      return store->isSimple() && isOwn(store->getPointerOperand());
    }
    return llvm::isa<llvm::AllocaInst>(in) || llvm::isa<llvm::BranchInst>(in) ||
           llvm::isa<llvm::ReturnInst>(in) || !(in.mayHaveSideEffects() || in.isTerminator());
  }

  static bool isOwn(const llvm::Value* pointer) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  }

  static bool isOwnOrConstant(const llvm::Value* pointer) {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer));
    return isOwn(pointer) || (global != nullptr && global->isConstant());
  }

  std::map<const llvm::Function*, bool> known_;
};

class NeededCode {
 public:
  NeededCode(llvm::Function& function, Hints& hints)
      : function_(function), hints_(hints), after_(function) {}

  // Branches that are not needed.
  std::vector<llvm::Instruction*> find() {
    for (llvm::BasicBlock& block : function_) {
      for (llvm::Instruction& in : block) {
        if (isRoot(in)) need(in);
      }
    }
    do {
      while (!pending_.empty()) follow(*pending_.pop_back_val());
    } while (needDeciders());
    std::vector<llvm::Instruction*> out;
    for (llvm::BasicBlock& block : function_) {
      llvm::Instruction* end = block.getTerminator();
      if (end->getNumSuccessors() > 1 && !needed_.contains(end)) out.push_back(end);
    }
    return out;
  }
  bool needs(const llvm::Instruction& in) const { return needed_.contains(&in); }
  llvm::BasicBlock* after(llvm::BasicBlock* block) const {
    const auto* node = after_.getNode(block);
    return node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  }

 private:
  bool isRoot(llvm::Instruction& in) {
    if (in.isTerminator()) {
      const bool jump = llvm::isa<llvm::BranchInst>(in) || llvm::isa<llvm::SwitchInst>(in);
      return !jump || (in.getNumSuccessors() > 1 && !decidesPauses(in.getParent()));
    }
    if (llvm::isa<llvm::DbgInfoIntrinsic>(in)) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&in)) return !hints_.pauses(*call);
    const unsigned op = in.getOpcode();
    const bool divides = op == llvm::Instruction::SDiv || op == llvm::Instruction::UDiv ||
                         op == llvm::Instruction::SRem || op == llvm::Instruction::URem;
    return divides || in.mayHaveSideEffects() || in.mayReadFromMemory() || in.isEHPad() ||
           llvm::isa<llvm::AllocaInst>(in);
  }

  // Is there a pause between the block and where its branches meet again? Other branches that
  // decide nothing stay, since what they depend on may be an error.
  bool decidesPauses(llvm::BasicBlock* block) {
    const llvm::BasicBlock* end = after(block);
    if (end == nullptr) return false;
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<llvm::BasicBlock*, 16> pending(llvm::successors(block));
    while (!pending.empty()) {
      llvm::BasicBlock* at = pending.pop_back_val();
      if (at == end || !seen.insert(at).second) continue;
      for (llvm::Instruction& in : *at) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&in);
        if (call != nullptr && hints_.pauses(*call)) return true;
      }
      pending.append(llvm::succ_begin(at), llvm::succ_end(at));
    }
    return false;
  }

  void need(llvm::Instruction& in) {
    if (needed_.insert(&in).second) pending_.push_back(&in);
  }
  void follow(llvm::Instruction& in) {
    for (llvm::Value* operand : in.operands()) {
      if (auto* other = llvm::dyn_cast<llvm::Instruction>(operand)) need(*other);
    }
    blocks_.insert(in.getParent());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&in)) {
      for (llvm::BasicBlock* from : phi->blocks()) blocks_.insert(from);
    }
  }
  // The branches that decide whether the needed blocks run.
  bool needDeciders() {
    llvm::ReverseIDFCalculator frontier(after_);
    frontier.setDefiningBlocks(blocks_);
    llvm::SmallVector<llvm::BasicBlock*, 32> deciders;
    frontier.calculate(deciders);
    for (llvm::BasicBlock* block : deciders) need(*block->getTerminator());
    return !pending_.empty();
  }

  llvm::Function& function_;
  Hints& hints_;
  llvm::PostDominatorTree after_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> needed_;
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> blocks_;
  llvm::SmallVector<llvm::Instruction*, 64> pending_;
};

// Some block cannot reach the end of the function: nothing comes after it.
bool mayNeverEnd(llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> ending;
  llvm::SmallVector<const llvm::BasicBlock*, 32> pending;
  for (const llvm::BasicBlock& block : function) {
    if (llvm::succ_empty(&block) && ending.insert(&block).second) pending.push_back(&block);
  }
  while (!pending.empty()) {
    for (const llvm::BasicBlock* from : llvm::predecessors(pending.pop_back_val())) {
      if (ending.insert(from).second) pending.push_back(from);
    }
  }
  return ending.size() != function.size();
}

// Is it a call that pauses, for as long as a number that was computed says?
bool countsPauses(const llvm::Instruction& in, Hints& hints) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&in);
  return call != nullptr && hints.pauses(*call) &&
         llvm::any_of(call->args(), [](const llvm::Use& argument) {
           return llvm::isa<llvm::PHINode, llvm::BinaryOperator, llvm::CastInst>(argument);
         });
}

void dropIn(llvm::Function& function, Hints& hints, llvm::NamedMDNode* notes) {
  if (mayNeverEnd(function)) return;
  NeededCode code(function, hints);
  const std::vector<llvm::Instruction*> branches = code.find();
  std::vector<llvm::Instruction*> useless;
  bool any = !branches.empty();
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& in : block) {
      const bool counts = countsPauses(in, hints) && !code.needs(in);
      if (counts && in.getDebugLoc()) notes->addOperand(in.getDebugLoc());
      any |= counts;
      const bool other = !in.isTerminator() && !llvm::isa<llvm::CallBase>(in) && !code.needs(in);
      if (counts || other) useless.push_back(&in);
    }
  }
  if (!any) return;
  for (llvm::Instruction* end : branches) {
    llvm::BasicBlock* block = end->getParent();
    llvm::BasicBlock* next = code.after(block);
    if (const llvm::DILocation* at = end->getDebugLoc()) {
      notes->addOperand(const_cast<llvm::DILocation*>(at));
    }
    bool wasNext = false;
    for (llvm::BasicBlock* to : llvm::successors(block)) {
      if (to == next && !wasNext) {
        wasNext = true;  // keeps one edge, and what the block's phis have for it
      } else {
        to->removePredecessor(block, true);
      }
    }
    if (!wasNext) {
      for (llvm::PHINode& phi : next->phis()) {
        phi.addIncoming(llvm::PoisonValue::get(phi.getType()), block);
      }
    }
    llvm::BranchInst* jump = llvm::BranchInst::Create(next, block);
    jump->setDebugLoc(end->getDebugLoc());
    end->eraseFromParent();
  }
  for (llvm::Instruction* in : useless) {
    in->replaceAllUsesWith(llvm::PoisonValue::get(in->getType()));
    in->eraseFromParent();
  }
  llvm::EliminateUnreachableBlocks(function);
}

}  // namespace

void dropHints(llvm::Module& module) {
  Hints hints;
  llvm::NamedMDNode* notes = module.getOrInsertNamedMetadata(kDropped);
  // Before any of them loses its pauses.
  for (const llvm::Function& function : module) hints.pauses(function);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) dropIn(function, hints, notes);
  }
}

std::vector<const llvm::DILocation*> droppedHints(const llvm::Module& module) {
  std::vector<const llvm::DILocation*> out;
  if (const llvm::NamedMDNode* notes = module.getNamedMetadata(kDropped)) {
    for (const llvm::MDNode* at : notes->operands()) {
      out.push_back(llvm::cast<llvm::DILocation>(at));
    }
  }
  return out;
}

}  // namespace robur::frontend_llvm
