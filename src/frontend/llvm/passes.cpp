#include "frontend/llvm/passes.h"

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Local.h>

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

// Turns local variables into SSA values. Everything else stays as it was written, so that reports
// refer to the right lines.
void simplify(llvm::Module& module, bool optimise) {
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
  llvm::ModulePassManager passes;
  if (optimise) {
    passes = builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  } else {
    llvm::FunctionPassManager each;
    each.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(each)));
  }
  passes.run(module, modules);
}

// The library's atomic functions are inlined, and branch over the memory order, which is known
// where they are called. Branches that cannot be taken are removed: they would be joins, and
// changing an order would change more of the code than the access itself.
void removeUntakenBranches(llvm::Module& module) {
  for (llvm::Function& function : module) {
    bool changed = false;
    for (llvm::BasicBlock& block : function) changed |= llvm::ConstantFoldTerminator(&block, true);
    if (changed) llvm::removeUnreachableBlocks(function);
  }
}

}  // namespace

void prepareModule(llvm::Module& module, bool optimise) {
  markUnset(module);
  simplify(module, optimise);
  removeUntakenBranches(module);
}

}  // namespace robur::frontend_llvm
