#include "frontend/llvm/asm_lowering.h"

#include <llvm/IR/Instructions.h>

#include "frontend/llvm/asm_instructions.h"

namespace robur::frontend_llvm {

namespace {

constexpr const char* kReason = "robur.assembly";

// Removes what was written for a statement before it turned out that it cannot be rewritten.
void removeBetween(llvm::Instruction* before, llvm::Instruction* call) {
  const auto first = [&] {
    return before != nullptr ? before->getNextNode() : &call->getParent()->front();
  };
  while (first() != call) call->getPrevNode()->eraseFromParent();
}

void lower(llvm::CallInst& call) {
  llvm::Instruction* const before = call.getPrevNode();
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  try {
    const auto instructions = parseAssembly(assembly->getAsmString());
    if (!instructions) throw AsmUnsupported("it has labels, directives or addresses with an index");
    AsmMachine machine(call);
    for (const AsmInstruction& one : *instructions) runAssembly(machine, one);
    if (llvm::Value* result = machine.result()) call.replaceAllUsesWith(result);
    call.eraseFromParent();
  } catch (const AsmUnsupported& why) {
    removeBetween(before, &call);
    llvm::LLVMContext& context = call.getContext();
    call.setMetadata(kReason, llvm::MDNode::get(context, llvm::MDString::get(context, why.what())));
  }
}

}  // namespace

void lowerAssembly(llvm::Module& module) {
  std::vector<llvm::CallInst*> statements;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& in : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&in);
        if (call != nullptr && call->isInlineAsm()) statements.push_back(call);
      }
    }
  }
  for (llvm::CallInst* statement : statements) lower(*statement);
}

std::string whyNotLowered(const llvm::CallBase& call) {
  const llvm::MDNode* reason = call.getMetadata(kReason);
  if (reason == nullptr) return "it can jump to other statements";
  return llvm::cast<llvm::MDString>(reason->getOperand(0))->getString().str();
}

}  // namespace robur::frontend_llvm
