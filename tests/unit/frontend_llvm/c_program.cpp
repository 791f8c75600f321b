#include "unit/frontend_llvm/c_program.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "support/executable_path.h"
#include "support/subprocess.h"

namespace robur::testing {

namespace fs = std::filesystem;

Loaded readC(const std::string& text, const std::string& extension, const Reading& settings) {
  const fs::path file =
      fs::temp_directory_path() / ("robur-cfront-" + std::to_string(::getpid()) + extension);
  std::ofstream(file) << text;
  Loaded loaded = loadC({file.string()}, settings);
  fs::remove(file);
  return loaded;
}

std::string optimisedByClang(const std::string& text, const std::string& extension,
                             const std::string& level) {
  const fs::path file =
      fs::temp_directory_path() / ("robur-optimised-" + std::to_string(::getpid()) + extension);
  const fs::path to = fs::path(file).replace_extension(".ll");
  std::ofstream(file) << text;
  const fs::path headers = fs::path(companionProgram("robur-llvm")).parent_path() / "include";
  const Finished finished =
      runSubprocess({{"clang-19", "-g", level, "-Xclang", "-disable-O0-optnone", "-S", "-emit-llvm",
                      "-D__ROBUR__", "-I" + headers.string(), "-isystem",
                      (headers / "c++").string(), file.string(), "-o", to.string()}});
  EXPECT_TRUE(finished.succeeded());
  std::ifstream in(to);
  std::string out{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  fs::remove(file);
  fs::remove(to);
  return out;
}

Program programOf(const std::string& text, const std::string& extension, const Reading& settings) {
  Loaded loaded = readC(text, extension, settings);
  for (const Diagnostic& d : loaded.diagnostics) {
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << d.message << "\n" << text;
  }
  return loaded.program ? std::move(*loaded.program) : Program{};
}

std::string verdictOf(const Program& program, ModelName model, bool exactLoops) {
  CheckOptions options;
  options.exactLoops = exactLoops;
  const Result result = check(program, model, options);
  std::string text = result.verdict == Verdict::Robust      ? "robust"
                     : result.verdict == Verdict::NotRobust ? "not robust"
                                                            : "unknown";
  for (const Finding& f : result.findings) {
    if (f.property == Property::Assertion) text += ", an assertion fails";
    if (f.property == Property::Bounds) text += ", out of bounds";
    if (f.property == Property::Race) text += ", race";
  }
  return text;
}

}  // namespace robur::testing
