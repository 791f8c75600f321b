#include "frontend/llvm/first_residents.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace robur::frontend_llvm {

namespace {

// What a function or the initial value of a variable names, also inside constants.
void forEachGlobal(const llvm::User& user, std::set<const llvm::Value*>& seen, const auto& visit) {
  for (const llvm::Value* operand : user.operands()) {
    if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(operand)) {
      visit(global);
    } else if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) {
      if (seen.insert(constant).second) forEachGlobal(*constant, seen, visit);
    }
  }
}

// Constructors of global variables run in main, before anything else.
bool isConstructor(const llvm::Function& function) {
  bool only = !function.use_empty();
  for (const llvm::User* user : function.users()) {
    const bool listed = llvm::isa<llvm::ConstantStruct>(user) && user->hasOneUse() &&
                        llvm::isa<llvm::ConstantArray>(*user->user_begin());
    only &= listed || llvm::isa<llvm::CallBase>(user);
  }
  return only && function.getName().starts_with("_GLOBAL__");
}

// What a function reaches by calls, or also by names and through tables of functions.
std::set<const llvm::GlobalValue*> reachedFrom(const llvm::Function& root, bool callsOnly) {
  std::set<const llvm::GlobalValue*> reached = {&root};
  std::vector<const llvm::GlobalValue*> pending = {&root};
  const auto add = [&](const llvm::GlobalValue* global) {
    if (reached.insert(global).second) pending.push_back(global);
  };
  std::set<const llvm::Value*> seen;
  while (!pending.empty()) {
    const llvm::GlobalValue* next = pending.back();
    pending.pop_back();
    const auto* function = llvm::dyn_cast<llvm::Function>(next);
    if (function == nullptr) {
      if (!callsOnly) forEachGlobal(*next, seen, add);
      continue;
    }
    for (const llvm::BasicBlock& block : *function) {
      for (const llvm::Instruction& in : block) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&in);
        const llvm::Function* called = call != nullptr ? call->getCalledFunction() : nullptr;
        forEachGlobal(in, seen, [&](const llvm::GlobalValue* global) {
          if (!callsOnly || global == called || !llvm::isa<llvm::Function>(global)) add(global);
        });
        seen.clear();
      }
    }
  }
  return reached;
}

// For each variable, how many of the functions that can be those of a thread reach it: functions
// whose address is taken, and main.
std::map<const llvm::GlobalValue*, unsigned> usesByThreads(const llvm::Module& module) {
  std::map<const llvm::GlobalValue*, unsigned> uses;
  const auto count = [&](const llvm::Function& root, bool callsOnly) {
    for (const llvm::GlobalValue* global : reachedFrom(root, callsOnly)) {
      if (llvm::isa<llvm::GlobalVariable>(global)) ++uses[global];
    }
  };
  for (const llvm::Function& function : module) {
    if (function.getName() == "main") {
      count(function, true);
    } else if (function.hasAddressTaken() && !isConstructor(function)) {
      count(function, false);
    }
  }
  return uses;
}

bool synchronises(const llvm::User& user) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&user)) {
    const llvm::Function* called = call->getCalledFunction();
    const llvm::StringRef name = called != nullptr ? called->getName() : "";
    return name.starts_with("__robur_") || name.starts_with("pthread_") ||
           name.starts_with("mtx_") || name.starts_with("sem_");
  }
  const auto* in = llvm::dyn_cast<llvm::Instruction>(&user);
  return in != nullptr && in->isAtomic();
}

// Is the variable accessed atomically somewhere, by its name? Even if no other thread uses it, x86
// locks such an access, which is a fence there.
bool isAtomic(const llvm::Value& value) {
  return llvm::any_of(value.users(), [](const llvm::User* user) {
    const bool part =
        llvm::isa<llvm::ConstantExpr>(user) || llvm::isa<llvm::GetElementPtrInst>(user);
    return synchronises(*user) || (part && isAtomic(*user));
  });
}

// Has the variable, or a part of it, a type of std::atomic? Its methods do not show in its uses.
bool hasAtomicType(const llvm::Type* type) {
  const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure != nullptr && structure->hasName() && structure->getName().contains("std::") &&
      structure->getName().contains("atomic")) {
    return true;
  }
  return llvm::any_of(type->subtypes(), [](const llvm::Type* part) { return hasAtomicType(part); });
}

}  // namespace

void seedResidents(Context& c) {
  const llvm::DataLayout& layout = c.info.module().getDataLayout();
  const auto uses = usesByThreads(c.info.module());
  for (const llvm::GlobalVariable& global : c.info.module().globals()) {
    if (global.isConstant() || global.isThreadLocal() || global.isDeclaration()) continue;
    const auto used = uses.find(&global);
    if (used == uses.end() ||
        (used->second < 2 && !isAtomic(global) && !hasAtomicType(global.getValueType())))
      continue;
    const auto size = static_cast<std::int64_t>(layout.getTypeAllocSize(global.getValueType()));
    c.assumed.resident.insert(c.objects.intern({Object::Kind::Global, &global, 0, 0, size}));
  }
}

}  // namespace robur::frontend_llvm
