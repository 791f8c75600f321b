// robur-llvm: reads C, C++ and LLVM bitcode. robur starts it when needed and reads the packed
// program from its standard output. It is a separate process because loading LLVM takes longer
// than checking a small program.
//
//   robur-llvm [--entry f,g] [--any f,g [--copies N]] [--init f] [--objects K] [--assume-pure f,g]
//   [--relaxed-volatile] [--optimise] [--quiet] [--without-assertions]
//              [--preambles DIRECTORY]
//              [--replace FILE CONTENTS]... [--flags COUNT FLAG...] FILE... [-- CLANG-FLAG...]
//   robur-llvm --prepare --preambles DIRECTORY FILE... [-- CLANG-FLAG...]
#include <unistd.h>

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/ErrorHandling.h>

#include "frontend/llvm/clang_flags.h"
#include "frontend/llvm/function_names.h"
#include "frontend/llvm/load.h"
#include "frontend/llvm/translate.h"
#include "program/pack.h"
#include "support/executable_path.h"

namespace robur::frontend_llvm {

namespace {

namespace fs = std::filesystem;

Request requestOf(int argc, char** argv, bool& prepares) {
  Request request;
  int i = 1;
  for (; i < argc && std::string(argv[i]) != "--"; ++i) {
    const std::string argument = argv[i];
    if (argument == "--entry" && i + 1 < argc) {
      request.entries = namesIn(argv[++i]);
    } else if (argument == "--any" && i + 1 < argc) {
      request.any = groupsIn(argv[++i]);
    } else if (argument == "--init" && i + 1 < argc) {
      request.inits = namesIn(argv[++i]);
    } else if (argument == "--objects" && i + 1 < argc) {
      request.objects = static_cast<unsigned>(std::stoul(argv[++i]));
    } else if (argument == "--copies" && i + 1 < argc) {
      request.copies = static_cast<unsigned>(std::stoul(argv[++i]));
    } else if (argument == "--assume-pure" && i + 1 < argc) {
      request.pure = namesIn(argv[++i]);
    } else if (argument == "--flags" && i + 1 < argc) {
      // --flags COUNT FLAG... FILE
      const int end = i + 2 + std::stoi(argv[i + 1]);
      if (end >= argc) break;
      request.fileFlags[argv[end]].assign(argv + i + 2, argv + end);
      i = end - 1;
    } else if (argument == "--without-assertions") {
      request.withoutAssertions = true;
    } else if (argument == "--relaxed-volatile") {
      request.relaxedVolatile = true;
    } else if (argument == "--optimise") {
      request.optimise = true;
    } else if (argument == "--quiet") {
      request.quiet = true;
    } else if (argument == "--prepare") {
      prepares = true;
    } else if (argument == "--preambles" && i + 1 < argc) {
      request.preambles = argv[++i];
    } else if (argument == "--replace" && i + 2 < argc) {
      request.replaced.add(argv[i + 1], argv[i + 2]);
      i += 2;
    } else {
      request.files.push_back(argument);
    }
  }
  for (++i; i < argc; ++i) request.flags.emplace_back(argv[i]);
  const fs::path here = executableDirectory();
  for (const char* name : {"robur-exceptions.bc", "robur-library.bc"}) {
    request.libraries.push_back((here / name).string());
  }
  request.headers = (here / "include").string();
  return request;
}

// Whose headers are neither shown nor edited.
std::vector<std::string> systemDirectories(const Request& request) {
  std::vector<std::string> out = systemDirectoriesIn(request.flags);
  for (const auto& [file, flags] : request.fileFlags) {
    const std::vector<std::string> own = systemDirectoriesIn(flags);
    out.insert(out.end(), own.begin(), own.end());
  }
  out.push_back(request.headers);
  return out;
}

void noteIgnoredFlags(const Request& request, std::vector<Diagnostic>& to) {
  std::vector<std::string> ignored = withoutOptimisation(request.flags).ignored;
  if (request.optimise) ignored.emplace_back("--optimise");
  if (ignored.empty()) return;
  to.push_back({Diagnostic::Severity::Note,
                {},
                fmt::format("{} {} ignored: the program is checked as it is written, and "
                            "__OPTIMIZE__ is not defined",
                            fmt::join(ignored, " and "), ignored.size() == 1 ? "is" : "are"),
                ""});
}

void noteMissingAssertions(const Request& request, std::vector<Diagnostic>& to) {
  if (!request.withoutAssertions) return;
  to.push_back({Diagnostic::Severity::Note,
                {},
                "the project defines NDEBUG, so assertions are not checked",
                "add -- -UNDEBUG, or use the compile commands of a debug build"});
}

Packed answer(const Request& request) {
  Packed packed;
  llvm::LLVMContext context;
  LoadFailure failure;
  const std::unique_ptr<llvm::Module> module = load(request, context, failure);
  if (!module) {
    if (failure.file.empty() && !request.files.empty()) failure.file = request.files.front();
    packed.program.sources.push_back({failure.file, ""});
    packed.diagnostics.push_back(
        {Diagnostic::Severity::Error,
         {},
         failure.message.empty() ? "clang could not compile this file" : failure.message,
         failure.help});
    return packed;
  }
  Translated translated =
      translate(*module, {request.replaced, request.pure, systemDirectories(request),
                          request.relaxedVolatile, request.objects});
  packed.program = std::move(translated.program);
  packed.diagnostics = std::move(translated.diagnostics);
  noteIgnoredFlags(request, packed.diagnostics);
  noteMissingAssertions(request, packed.diagnostics);
  packed.unfinished = std::move(translated.unfinished);
  packed.needsNumber = translated.needsNumber;
  return packed;
}

bool writeAll(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(STDOUT_FILENO, bytes.data() + done, bytes.size() - done);
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

// LLVM aborts on some malformed files instead of returning an error. Its message is reported.
void giveUp(void* request, const char* reason, bool) {
  Packed packed;
  const std::vector<std::string>& files = static_cast<const Request*>(request)->files;
  packed.program.sources.push_back({files.empty() ? "" : files.front(), ""});
  packed.diagnostics.push_back({Diagnostic::Severity::Error,
                                {},
                                fmt::format("LLVM cannot read this: {}", reason),
                                "opt-19 -passes=verify lists the errors in a bitcode file"});
  ::_exit(writeAll(pack(packed)) ? 0 : 1);
}

}  // namespace

}  // namespace robur::frontend_llvm

int main(int argc, char** argv) {
  using namespace robur;
  bool prepares = false;
  frontend_llvm::Request request = frontend_llvm::requestOf(argc, argv, prepares);
  if (prepares) {
    frontend_llvm::prepare(request);
    return 0;
  }
  llvm::install_fatal_error_handler(frontend_llvm::giveUp, &request);
  const Packed packed = frontend_llvm::answer(request);
  return frontend_llvm::writeAll(pack(packed)) ? 0 : 1;
}
