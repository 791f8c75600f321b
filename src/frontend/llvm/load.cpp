#include "frontend/llvm/load.h"

#include <fstream>

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "frontend/llvm/preamble.h"
#include "support/scratch_directory.h"
#include "support/subprocess.h"

namespace robur::frontend_llvm {

namespace {

constexpr const char* kClang = "clang-19";

bool isBitcode(const std::string& file) {
  return file.ends_with(".bc") || file.ends_with(".ll");
}
bool isC(const std::string& file) {
  return file.ends_with(".c");
}

// Runs a compiler. What it prints goes to the standard error stream, since the packed program
// goes to standard output, or nowhere if `quiet`.
Finished runCompiler(const std::vector<std::string>& words, bool quiet) {
  Subprocess command{words};
  command.output.to = Redirection::To::StandardError;
  if (quiet) command.errors.to = Redirection::To::Discard;
  return runSubprocess(command);
}

// The clang command without the input and output file.
std::vector<std::string> commandFor(const Request& request, const std::string& file) {
  std::vector<std::string> command = {kClang,
                                      "-g",
                                      "-O0",
                                      "-Xclang",
                                      "-disable-O0-optnone",
                                      "-D__ROBUR__",
                                      "-fno-discard-value-names",
                                      "-I" + request.headers};
  if (isC(file)) {
    command.push_back("-std=gnu17");
  } else {
    command.push_back("-std=gnu++17");
    command.insert(command.end(), {"-isystem", request.headers + "/c++"});
  }
  command.insert(command.end(), request.flags.begin(), request.flags.end());
  return command;
}

// Arguments that use precompiled headers; none if that is not wanted or not possible.
std::vector<std::string> preambleOf(const Request& request, const std::string& file,
                                    const std::vector<std::string>& command) {
  if (request.preambles.empty()) return {};
  const Preambles preambles(request.preambles, [](const std::vector<std::string>& making) {
    return runCompiler(making, true).succeeded();
  });
  return preambles.argumentsFor(file, isC(file), command, request.replaced);
}

bool compile(const Request& request, const std::string& file, const std::string& to,
             LoadFailure& failure) {
  std::vector<std::string> command = commandFor(request, file);
  const std::vector<std::string> shared = preambleOf(request, file, command);
  if (!request.replaced.empty()) {
    const std::string overlay = to + ".yaml";
    std::ofstream(overlay) << request.replaced.overlay();
    command.insert(command.end(), {"-ivfsoverlay", overlay});
  }
  command.insert(command.end(), {"-emit-llvm", "-c", file, "-o", to});
  if (!shared.empty()) {
    std::vector<std::string> faster = command;
    faster.insert(faster.end(), shared.begin(), shared.end());
    if (runCompiler(faster, true).succeeded()) return true;
  }
  const Finished finished = runCompiler(command, request.quiet);
  if (finished.succeeded()) return true;
  failure.file = file;
  if (finished.startError != 0) {
    failure.message = "clang-19, which reads C and C++, is not installed";
    failure.help = "install the Debian packages clang-19 and libstdc++-12-dev";
  }
  return false;
}

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
void takeKnownWays(llvm::Module& module) {
  for (llvm::Function& function : module) {
    bool changed = false;
    for (llvm::BasicBlock& block : function) changed |= llvm::ConstantFoldTerminator(&block, true);
    if (changed) llvm::removeUnreachableBlocks(function);
  }
}

llvm::Function* addStart(llvm::Module& module, const Request& request, LoadFailure& failure) {
  llvm::LLVMContext& context = module.getContext();
  auto* none = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto* start =
      llvm::Function::Create(none, llvm::Function::ExternalLinkage, "__robur_start", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", start));
  if (const llvm::GlobalVariable* list = module.getGlobalVariable("llvm.global_ctors")) {
    std::vector<std::pair<std::int64_t, llvm::Function*>> constructors;
    if (const auto* all = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer())) {
      for (const llvm::Use& one : all->operands()) {
        const auto* entry = llvm::cast<llvm::ConstantStruct>(one);
        auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
        if (function == nullptr) continue;
        constructors.emplace_back(
            llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getSExtValue(), function);
      }
    }
    std::stable_sort(constructors.begin(), constructors.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [priority, function] : constructors) builder.CreateCall(function);
  }
  auto* pointer = llvm::PointerType::getUnqual(context);
  const auto find = [&](const std::string& name) -> llvm::Function* {
    if (llvm::Function* exact = module.getFunction(name); exact && !exact->isDeclaration()) {
      return exact;
    }
    for (llvm::Function& function : module) {
      const llvm::DISubprogram* info = function.getSubprogram();
      if (info != nullptr && !function.isDeclaration() && info->getName() == name) return &function;
    }
    return nullptr;
  };
  if (request.entries.empty()) {
    llvm::Function* main = find("main");
    if (main == nullptr) {
      failure.message = "the program has no function main";
      failure.help = "name the functions that run as threads: --entry f,g";
      return nullptr;
    }
    std::vector<llvm::Value*> arguments;
    for (const llvm::Argument& a : main->args()) {
      arguments.push_back(a.getType()->isIntegerTy()
                              ? static_cast<llvm::Value*>(llvm::ConstantInt::get(a.getType(), 1))
                              : llvm::Constant::getNullValue(a.getType()));
    }
    builder.CreateCall(main, arguments);
  }
  for (const std::string& name : request.entries) {
    llvm::Function* entry = find(name);
    if (entry == nullptr) {
      failure.message = fmt::format("the program does not define a function {}", name);
      failure.help = "--entry takes names of functions, separated by commas";
      return nullptr;
    }
    if (entry->arg_size() > 1) {
      failure.message = fmt::format("{} takes more than one argument", name);
      failure.help = "the function of a thread takes no argument, or one pointer, which is null";
      return nullptr;
    }
    const llvm::FunctionCallee spawn = module.getOrInsertFunction(
        "__robur_spawn", llvm::Type::getInt64Ty(context), pointer, pointer);
    builder.CreateCall(spawn, {entry, llvm::ConstantPointerNull::get(pointer)});
  }
  builder.CreateRetVoid();
  return start;
}

}  // namespace

void prepare(const Request& request) {
  for (const std::string& file : request.files) {
    if (!isBitcode(file)) preambleOf(request, file, commandFor(request, file));
  }
}

std::unique_ptr<llvm::Module> load(const Request& request, llvm::LLVMContext& context,
                                   LoadFailure& failure) {
  const ScratchDirectory scratch;
  if (scratch.path().empty()) {
    failure.message = "cannot create a temporary directory";
    failure.help = "set TMPDIR to a writable directory";
    return nullptr;
  }
  auto whole = std::make_unique<llvm::Module>("robur", context);
  llvm::Linker linker(*whole);
  std::vector<std::string> parts;
  for (const std::string& file : request.files) {
    if (isBitcode(file)) {
      parts.push_back(file);
      continue;
    }
    parts.push_back(scratch.file(fmt::format("{}.bc", parts.size())).string());
    if (!compile(request, file, parts.back(), failure)) return nullptr;
  }
  parts.push_back(request.library);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& name = i < request.files.size() ? request.files[i] : parts[i];
    llvm::SMDiagnostic problem;
    std::unique_ptr<llvm::Module> part = llvm::parseIRFile(parts[i], problem, context);
    if (!part) {
      failure.file = name;
      failure.message = "is not bitcode that LLVM 19 can read: " + problem.getMessage().str();
      return nullptr;
    }
    // Bitcode from clang is well formed; other bitcode may not be.
    std::string flaws;
    llvm::raw_string_ostream stream(flaws);
    if (i < request.files.size() && isBitcode(parts[i]) && llvm::verifyModule(*part, &stream)) {
      failure.file = name;
      failure.message = "is not well-formed LLVM bitcode: " + flaws.substr(0, flaws.find('\n'));
      failure.help = "opt-19 -passes=verify lists the errors";
      return nullptr;
    }
    if (i == 0) {
      whole->setDataLayout(part->getDataLayout());
      whole->setTargetTriple(part->getTargetTriple());
    }
    // Only the library functions that are used and not defined by the user.
    const bool library = i + 1 == parts.size();
    if (linker.linkInModule(std::move(part),
                            library ? llvm::Linker::LinkOnlyNeeded : llvm::Linker::None)) {
      failure.file = name;
      failure.message = "cannot be linked with the other files";
      failure.help = "define each function and variable only once";
      return nullptr;
    }
  }
  if (addStart(*whole, request, failure) == nullptr) return nullptr;
  markUnset(*whole);
  simplify(*whole, request.optimise);
  takeKnownWays(*whole);
  return whole;
}

}  // namespace robur::frontend_llvm
