#include "frontend/llvm/passes.h"

#include "frontend/llvm/hints.h"

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "frontend/llvm/asm_lowering.h"
#include "frontend/llvm/atomic_calls.h"
#include "frontend/llvm/integer_intrinsics.h"

namespace robur::frontend_llvm {

namespace {

// Where a variable has no value yet, LLVM may choose any. A call that stands for the missing value
// keeps track of what depends on it.
void markUnset(llvm::Module& module) {
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& in : block) {
        auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&in);
        if (variable == nullptr || variable->isArrayAllocation()) continue;
        const llvm::Type* type = variable->getAllocatedType();
        const bool number = type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
        if (number || type->isPointerTy()) variables.push_back(variable);
      }
    }
  }
  for (llvm::AllocaInst* variable : variables) {
    llvm::Type* type = variable->getAllocatedType();
    const std::string name = fmt::format(
        "__robur_unset.{}", type->isPointerTy() ? 0 : unsigned{type->getIntegerBitWidth()});
    llvm::FunctionCallee none = module.getOrInsertFunction(name, type);
    auto* function = llvm::cast<llvm::Function>(none.getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    llvm::IRBuilder<> builder(variable->getNextNode());
    builder.CreateStore(builder.CreateCall(none), variable);
  }
}

// Turns local variables into SSA values. Everything else stays as it was written: no access to
// memory that threads share is added, removed or moved, and reports refer to the right lines.
void simplify(llvm::Module& module) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  llvm::FunctionPassManager each;
  each.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(each)));
  passes.run(module, modules);
}

// LLVM would also fold a switch whose other cases lead to __builtin_unreachable(), which a program
// can reach.
bool isDecided(const llvm::Instruction* end) {
  const llvm::Value* condition = nullptr;
  if (const auto* jump = llvm::dyn_cast<llvm::BranchInst>(end)) {
    if (jump->isConditional()) condition = jump->getCondition();
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end)) {
    condition = choice->getCondition();
  }
  return condition != nullptr && llvm::isa<llvm::ConstantInt>(condition);
}

// The library's atomic functions are inlined, and branch over the memory order, which is known
// where they are called. Branches that cannot be taken are removed: they would be joins, and
// changing an order would change more of the code than the access itself.
void removeUntakenBranches(llvm::Module& module) {
  for (llvm::Function& function : module) {
    bool changed = false;
    for (llvm::BasicBlock& block : function) {
      if (isDecided(block.getTerminator())) changed |= llvm::ConstantFoldTerminator(&block, true);
    }
    if (changed) llvm::EliminateUnreachableBlocks(function);
  }
}

}  // namespace

void prepareModule(llvm::Module& module) {
  lowerAssembly(module);
  lowerAtomicCalls(module);
  lowerIntegerIntrinsics(module);
  markUnset(module);
  simplify(module);
  removeUntakenBranches(module);
  dropHints(module);
}

}  // namespace robur::frontend_llvm
