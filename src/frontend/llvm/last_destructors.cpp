#include "frontend/llvm/last_destructors.h"

#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <set>
#include <vector>

#include "frontend/llvm/names.h"

namespace robur::frontend_llvm {

namespace {

bool isDestructor(const llvm::Function& function) {
  const llvm::DISubprogram* source = function.getSubprogram();
  return source != nullptr && source->getName().starts_with("~");
}

bool isLocalVariable(const llvm::Value* pointer) {
  return llvm::isa<llvm::AllocaInst>(pointer->stripInBoundsOffsets());
}

// What main may do between and after the destructors: find its variables and return.
bool onlyFindsVariables(const llvm::Instruction& in) {
  if (llvm::isa<llvm::IntrinsicInst>(in)) {
    const auto& call = llvm::cast<llvm::IntrinsicInst>(in);
    return call.isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(in);
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&in)) {
    return load->isUnordered() && isLocalVariable(load->getPointerOperand());
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&in)) {
    return store->isUnordered() && isLocalVariable(store->getPointerOperand());
  }
  return llvm::isa<llvm::BranchInst, llvm::ReturnInst, llvm::PHINode>(in) ||
         !in.mayHaveSideEffects();
}

}  // namespace

// Those of system headers are cheap, and in every program.
bool LastDestructors::isOfLibrary(const llvm::Function& function) {
  if (!isDestructor(function)) return false;
  const llvm::DIFile* file = function.getSubprogram()->getFile();
  return c.spans.ours(file) && !c.spans.own(file);
}

// Everything that main can still do.
bool LastDestructors::onlyDestructorsFollow(const llvm::CallBase& in) {
  std::set<const llvm::BasicBlock*> entered;
  std::vector<const llvm::Instruction*> pending = {in.getNextNode()};
  while (!pending.empty()) {
    const llvm::Instruction* at = pending.back();
    pending.pop_back();
    for (; at != nullptr; at = at->getNextNode()) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(at);
      const llvm::Function* called = call != nullptr ? call->getCalledFunction() : nullptr;
      const bool destroys = called != nullptr && isDestructor(*called) && !reachesOwn(*called);
      if (!destroys && !onlyFindsVariables(*at)) return false;
      if (!at->isTerminator()) continue;
      for (unsigned i = 0; i < at->getNumSuccessors(); ++i) {
        const llvm::BasicBlock* next = at->getSuccessor(i);
        if (entered.insert(next).second) pending.push_back(&next->front());
      }
    }
  }
  return true;
}

bool LastDestructors::hasOwnDestructors() {
  return llvm::any_of(c.info.module(), [&](const llvm::Function& function) {
    return isDestructor(function) && !function.isDeclaration() &&
           c.spans.own(function.getSubprogram()->getFile());
  });
}

// A call through a pointer may be of any destructor.
bool LastDestructors::reachesOwn(const llvm::Function& function) {
  std::set<const llvm::Function*> reached = {&function};
  std::vector<const llvm::Function*> pending = {&function};
  while (!pending.empty()) {
    const llvm::Function* next = pending.back();
    pending.pop_back();
    const llvm::DISubprogram* source = next->getSubprogram();
    if (source != nullptr && c.spans.own(source->getFile())) return true;
    for (const llvm::BasicBlock& block : *next) {
      for (const llvm::Instruction& in : block) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&in);
        if (call == nullptr || call->isInlineAsm()) continue;
        const llvm::Function* called = call->getCalledFunction();
        if (called == nullptr && hasOwnDestructors()) return true;
        if (called != nullptr && reached.insert(called).second) pending.push_back(called);
      }
    }
  }
  return false;
}

bool LastDestructors::isLast(const llvm::CallBase& in) {
  const auto [at, fresh] = last.try_emplace(&in, false);
  if (!fresh) return at->second;
  const llvm::Function* called = in.getCalledFunction();
  const bool is = llvm::isa<llvm::CallInst>(in) && called != nullptr && isOfLibrary(*called) &&
                  !reachesOwn(*called) && onlyDestructorsFollow(in);
  return last[&in] = is;
}

bool LastDestructors::leavesOut(const State& s, const llvm::CallBase& in) {
  const bool inMain = code.self == 0 && s.frames.size() == 2 &&
                      s.top().function->getName() == "main" && in.getFunction() == s.top().function;
  if (!inMain || s.spawned == 0 || s.joined != s.spawned || !isLast(in)) return false;
  c.note(code.here(s), fmt::format("{} is not followed: it is a library's, and all threads have "
                                   "ended when it runs",
                                   demangled(in.getCalledFunction())));
  return true;
}

}  // namespace robur::frontend_llvm
