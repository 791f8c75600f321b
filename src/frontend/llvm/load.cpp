#include "frontend/llvm/load.h"

#include <fstream>

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>

#include "frontend/language.h"
#include "frontend/llvm/clang_flags.h"
#include "frontend/llvm/cycle_counters.h"
#include "frontend/llvm/known_functions.h"
#include "frontend/llvm/passes.h"
#include "frontend/llvm/preamble.h"
#include "frontend/llvm/sized_blocks.h"
#include "frontend/llvm/start.h"
#include "support/scratch_directory.h"
#include "support/subprocess.h"

namespace robur::frontend_llvm {

namespace {

constexpr const char* kClang = "clang-19";

bool isBitcode(const std::string& file) {
  return languageOfPath(file) == Language::Llvm;
}
bool isC(const std::string& file) {
  return languageOfPath(file) == Language::C;
}

// Runs a compiler. What it prints goes to the standard error stream, since the packed program
// goes to standard output, or nowhere if `quiet`.
Finished runCompiler(const std::vector<std::string>& words, bool quiet) {
  Subprocess command{words};
  command.output.to = Redirection::To::StandardError;
  if (quiet) command.errors.to = Redirection::To::Discard;
  return runSubprocess(command);
}

// The clang command without the input and output file. The option of the address sanitizer, which
// is not used, lets clang mark where the blocks of local variables begin and end (locals.h).
std::vector<std::string> commandFor(const Request& request, const std::string& file) {
  std::vector<std::string> command = {kClang,
                                      "-g",
                                      "-O0",
                                      "-Xclang",
                                      "-disable-O0-optnone",
                                      "-Xclang",
                                      "-fsanitize-address-use-after-scope",
                                      "-fsanitize=return",
                                      "-fsanitize-trap=return",
                                      "-D__ROBUR__",
                                      "-fno-discard-value-names",
                                      "-I" + request.headers};
  if (isC(file)) {
    command.push_back("-std=gnu17");
  } else {
    command.push_back("-std=gnu++17");
    command.insert(command.end(), {"-isystem", request.headers + "/c++"});
  }
  if (const auto own = request.fileFlags.find(file); own != request.fileFlags.end()) {
    command.insert(command.end(), own->second.begin(), own->second.end());
  }
  const std::vector<std::string> flags = withoutOptimisation(request.flags).passed;
  command.insert(command.end(), flags.begin(), flags.end());
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

// Null if the file is not bitcode. Bitcode from clang is well formed; `verify` checks other
// bitcode.
std::unique_ptr<llvm::Module> readModule(const std::string& file, bool verify,
                                         llvm::LLVMContext& context, LoadFailure& failure) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file, problem, context);
  if (!module) {
    failure.message = "is not bitcode that LLVM 19 can read: " + problem.getMessage().str();
    return nullptr;
  }
  std::string flaws;
  llvm::raw_string_ostream stream(flaws);
  if (verify && llvm::verifyModule(*module, &stream)) {
    failure.message = "is not well-formed LLVM bitcode: " + flaws.substr(0, flaws.find('\n'));
    failure.help = "opt-19 -passes=verify lists the errors";
    return nullptr;
  }
  return module;
}

// "a.c:12", or the name of the file if there is no debug information.
std::string placeOf(const llvm::GlobalValue& value, const std::string& file) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
    const llvm::DISubprogram* info = function->getSubprogram();
    if (info != nullptr) return fmt::format("{}:{}", info->getFilename().str(), info->getLine());
  }
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    global->getDebugInfo(infos);
  }
  if (infos.empty()) return file;
  const llvm::DIGlobalVariable* info = infos.front()->getVariable();
  return fmt::format("{}:{}", info->getFilename().str(), info->getLine());
}

// What both modules define although a program may have it once only; false if there is nothing.
bool definedTwice(const llvm::Module& whole, const llvm::Module& part, const std::string& file,
                  LoadFailure& failure) {
  for (const llvm::GlobalValue& one : part.global_values()) {
    const llvm::GlobalValue* other = whole.getNamedValue(one.getName());
    if (other == nullptr || !one.isStrongDefinitionForLinker() || one.hasLocalLinkage()) continue;
    if (!other->isStrongDefinitionForLinker() || other->hasLocalLinkage()) continue;
    if (one.hasAppendingLinkage()) continue;
    const std::string name = llvm::demangle(one.getName().str());
    failure.message = fmt::format("{} is defined in {} and in {}", name,
                                  placeOf(*other, "another of the files"), placeOf(one, file));
    failure.help = name == "main"
                       ? "all files together are one program: check the programs one by one"
                       : "define each function and variable only once";
    return true;
  }
  return false;
}

// Where an exception can be caught, an allocation that fails throws one (KnownFunctions).
void needThrower(llvm::Module& module) {
  if (module.getFunction("__cxa_begin_catch") == nullptr) return;
  module.getOrInsertFunction(kThrowsBadAlloc, llvm::Type::getVoidTy(module.getContext()));
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
  parts.insert(parts.end(), request.libraries.begin(), request.libraries.end());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool users = i < request.files.size();
    const std::string& name = users ? request.files[i] : parts[i];
    std::unique_ptr<llvm::Module> part =
        readModule(parts[i], users && isBitcode(parts[i]), context, failure);
    if (!part) {
      failure.file = name;
      return nullptr;
    }
    if (i == 0) {
      whole->setDataLayout(part->getDataLayout());
      whole->setTargetTriple(part->getTargetTriple());
    }
    if (users && definedTwice(*whole, *part, name, failure)) {
      failure.file = name;
      return nullptr;
    }
    // Only the library functions that are used and not defined by the user.
    if (i == request.files.size()) needThrower(*whole);
    if (i + 1 == parts.size()) {
      redirectSizedBlocks(*whole);
      redirectCycleCounters(*whole);
    }
    if (linker.linkInModule(std::move(part),
                            users ? llvm::Linker::None : llvm::Linker::LinkOnlyNeeded)) {
      failure.file = name;
      failure.message = "cannot be linked with the other files";
      failure.help = "define each function and variable only once";
      return nullptr;
    }
  }
  if (!addStart(*whole, request, failure)) return nullptr;
  prepareModule(*whole);
  return whole;
}

}  // namespace robur::frontend_llvm
