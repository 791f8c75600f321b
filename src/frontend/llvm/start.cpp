#include "frontend/llvm/start.h"

#include <algorithm>

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>

#include "frontend/llvm/client.h"
#include "frontend/llvm/function_names.h"

namespace robur::frontend_llvm {

namespace {

// The functions of a list of LLVM, by priority.
std::vector<llvm::Function*> listed(llvm::Module& module, const char* name) {
  const llvm::GlobalVariable* list = module.getGlobalVariable(name);
  if (list == nullptr) return {};
  const auto* all = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer());
  if (all == nullptr) return {};
  std::vector<std::pair<std::int64_t, llvm::Function*>> byPriority;
  for (const llvm::Use& one : all->operands()) {
    const auto* entry = llvm::cast<llvm::ConstantStruct>(one);
    auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
    if (function == nullptr) continue;
    byPriority.emplace_back(llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getSExtValue(),
                            function);
  }
  std::stable_sort(byPriority.begin(), byPriority.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<llvm::Function*> out;
  for (const auto& [priority, function] : byPriority) out.push_back(function);
  return out;
}

// Functions with the attribute destructor, in one that runs after everything else
// (exit_handlers.h).
void addEnd(llvm::Module& module, llvm::FunctionType* type) {
  const std::vector<llvm::Function*> destructors = listed(module, "llvm.global_dtors");
  if (destructors.empty()) return;
  auto* end = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "__robur_end", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", end));
  for (std::size_t i = destructors.size(); i-- > 0;) builder.CreateCall(destructors[i]);
  builder.CreateRetVoid();
}

// What main gets: argc is 1, argv[0] is a name, argv[1] is null, and so is the first variable of
// the environment. translate.cpp notes it where main uses them.
llvm::Constant* argumentOfMain(llvm::Module& module, const llvm::Argument& argument) {
  llvm::Type* type = argument.getType();
  if (type->isIntegerTy()) return llvm::ConstantInt::get(type, 1);
  auto* pointer = llvm::dyn_cast<llvm::PointerType>(type);
  if (pointer == nullptr || argument.getArgNo() > 2) return llvm::Constant::getNullValue(type);
  llvm::Constant* null = llvm::ConstantPointerNull::get(pointer);
  std::vector<llvm::Constant*> elements = {null};
  const auto variable = [&](llvm::Constant* value, const char* name) {
    return new llvm::GlobalVariable(module, value->getType(), false,
                                    llvm::GlobalValue::PrivateLinkage, value, name);
  };
  if (argument.getArgNo() == 1) {
    llvm::Constant* name = llvm::ConstantDataArray::getString(module.getContext(), "program");
    elements.insert(elements.begin(), variable(name, "argv[0]"));
  }
  auto* array = llvm::ArrayType::get(pointer, elements.size());
  return variable(llvm::ConstantArray::get(array, elements),
                  argument.getArgNo() == 1 ? "argv" : "environ");
}

bool callMain(llvm::Module& module, llvm::IRBuilder<>& builder, LoadFailure& failure) {
  llvm::Function* main = module.getFunction("main");
  if (main == nullptr || main->isDeclaration()) {
    failure.message = "the program has no function main";
    failure.help =
        "name the functions that run as threads (--entry f,g), or those that any number of threads "
        "call again and again (--any f,g)";
    return false;
  }
  std::vector<llvm::Value*> arguments;
  for (const llvm::Argument& a : main->args()) arguments.push_back(argumentOfMain(module, a));
  builder.CreateCall(main, arguments);
  return true;
}

bool createThread(llvm::Module& module, const std::string& name, llvm::IRBuilder<>& builder,
                  LoadFailure& failure) {
  llvm::Function* entry = functionNamed(module, name, "--entry", failure);
  if (entry == nullptr) return false;
  if (entry->arg_size() > 1) {
    failure.message = fmt::format("{} takes more than one argument", name);
    failure.help = "the function of a thread takes no argument, or one pointer, which is null";
    return false;
  }
  llvm::LLVMContext& context = module.getContext();
  auto* pointer = llvm::PointerType::getUnqual(context);
  const llvm::FunctionCallee spawn = module.getOrInsertFunction(
      "__robur_spawn", llvm::Type::getInt64Ty(context), pointer, pointer);
  builder.CreateCall(spawn, {entry, llvm::ConstantPointerNull::get(pointer)});
  return true;
}

bool callInit(llvm::Module& module, const std::string& name, llvm::IRBuilder<>& builder,
              LoadFailure& failure) {
  llvm::Function* init = functionNamed(module, name, "--init", failure);
  if (init == nullptr) return false;
  if (init->arg_size() > 0) {
    failure.message = fmt::format("{} takes an argument", name);
    failure.help = "a function that runs before all threads takes none";
    return false;
  }
  builder.CreateCall(init);
  return true;
}

}  // namespace

bool addStart(llvm::Module& module, const Request& request, LoadFailure& failure) {
  llvm::LLVMContext& context = module.getContext();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto* start =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, "__robur_start", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", start));
  for (llvm::Function* function : listed(module, "llvm.global_ctors")) builder.CreateCall(function);
  addEnd(module, type);
  for (const std::string& name : request.inits) {
    if (!callInit(module, name, builder, failure)) return false;
  }
  const bool library = !request.entries.empty() || !request.any.empty();
  if (!library && !callMain(module, builder, failure)) return false;
  for (const std::string& name : request.entries) {
    if (!createThread(module, name, builder, failure)) return false;
  }
  if (!request.any.empty() && !addClient(module, request, builder, failure)) return false;
  builder.CreateRetVoid();
  return true;
}

}  // namespace robur::frontend_llvm
