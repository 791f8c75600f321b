#include "frontend/llvm/asm_lowering.h"

#include <algorithm>
#include <map>

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

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

using Instructions = std::vector<AsmInstruction>;

bool jumps(const AsmInstruction& one) {
  return one.name.starts_with("j");
}

// A statement that only pauses, or restrains the compiler, is a call that says so (hints.h).
void writePause(llvm::CallInst& call, const Instructions& all) {
  if (!call.getType()->isVoidTy() || !std::all_of(all.begin(), all.end(), doesNothing)) return;
  llvm::IRBuilder<> b(&call);
  b.CreateCall(call.getModule()->getOrInsertFunction("__robur_pause", b.getVoidTy()));
}

void rewrite(llvm::CallInst& call, const Instructions& all) {
  AsmMachine machine(call);
  for (const AsmInstruction& one : all) runAssembly(machine, one);
  writePause(call, all);
  if (llvm::Value* result = machine.result()) call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

// The label that a jump names: `2b` is the last label 2 before it, `2f` the next one after it.
std::size_t targetOf(const Instructions& all, std::size_t jump) {
  if (all[jump].operands.size() != 1) throw AsmUnsupported("it jumps to an address");
  std::string name = all[jump].operands[0].name;
  const bool local = !name.empty() && llvm::isDigit(name[0]);
  const char direction = local ? name.back() : 0;
  if (local) name.pop_back();
  std::size_t found = all.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].label != name || name.empty()) continue;
    if (direction == 'b' && i > jump) break;
    if (direction == 'f' && i < jump) continue;
    found = i;
    if (direction != 'b') break;
  }
  if (found == all.size()) throw AsmUnsupported("it jumps to a label that it does not have");
  return found;
}

// Blocks of a function whose only instruction so far is the call.
void rewriteWithJumps(llvm::CallInst& call, const Instructions& all) {
  llvm::Function& function = *call.getFunction();
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::BasicBlock* end = entry.splitBasicBlock(&call);
  entry.getTerminator()->eraseFromParent();
  AsmMachine machine(call);
  llvm::IRBuilder<>& b = machine.builder;
  const auto block = [&] {
    return llvm::BasicBlock::Create(call.getContext(), "", &function, end);
  };
  std::map<std::size_t, llvm::BasicBlock*> labels;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].label.empty()) labels[i] = block();
  }
  labels[all.size()] = end;
  b.SetInsertPoint(&entry);
  for (std::size_t i = 0; i <= all.size(); ++i) {
    if (const auto label = labels.find(i); label != labels.end()) {
      machine.keepRegisters();
      b.CreateBr(label->second);
      if (label->second == end) break;
      b.SetInsertPoint(label->second);
      machine.readRegisters();
    } else if (jumps(all[i])) {
      llvm::BasicBlock* to = labels.at(targetOf(all, i));
      llvm::BasicBlock* next = block();
      const bool always = all[i].name == "jmp";
      llvm::Value* taken =
          always ? nullptr : machine.condition(llvm::StringRef(all[i].name).drop_front());
      machine.keepRegisters();
      if (always) {
        b.CreateBr(to);
      } else {
        b.CreateCondBr(taken, to, next);
      }
      b.SetInsertPoint(next);
    } else {
      runAssembly(machine, all[i]);
    }
  }
  b.SetInsertPoint(&call);
  machine.readRegisters();
  if (llvm::Value* result = machine.result()) call.replaceAllUsesWith(result);
  call.eraseFromParent();
  llvm::EliminateUnreachableBlocks(function);
}

// A statement with jumps becomes a call of a function that has only this statement.
void rewriteInFunction(llvm::CallInst& call, const Instructions& all) {
  std::vector<llvm::Type*> types;
  std::vector<llvm::Value*> arguments;
  for (llvm::Value* argument : call.args()) {
    arguments.push_back(argument);
    types.push_back(argument->getType());
  }
  llvm::Function* function =
      llvm::Function::Create(llvm::FunctionType::get(call.getType(), types, false),
                             llvm::Function::InternalLinkage, "robur.assembly", call.getModule());
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(call.getContext(), "", function));
  auto* inner = llvm::cast<llvm::CallInst>(call.clone());
  b.Insert(inner);
  for (unsigned i = 0; i < inner->arg_size(); ++i) inner->setArgOperand(i, function->getArg(i));
  if (call.getType()->isVoidTy()) {
    b.CreateRetVoid();
  } else {
    b.CreateRet(inner);
  }
  try {
    rewriteWithJumps(*inner, all);
  } catch (const AsmUnsupported&) {
    function->eraseFromParent();
    throw;
  }
  b.SetInsertPoint(&call);
  call.replaceAllUsesWith(b.CreateCall(function, arguments));
  call.eraseFromParent();
}

void lower(llvm::CallInst& call) {
  llvm::Instruction* const before = call.getPrevNode();
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  try {
    const auto all = parseAssembly(assembly->getAsmString());
    if (!all) throw AsmUnsupported("it has directives or addresses with an index");
    const bool flows = std::any_of(all->begin(), all->end(), [](const AsmInstruction& one) {
      return !one.label.empty() || jumps(one);
    });
    if (flows) {
      rewriteInFunction(call, *all);
    } else {
      rewrite(call, *all);
    }
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
