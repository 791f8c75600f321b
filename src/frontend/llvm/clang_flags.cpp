#include "frontend/llvm/clang_flags.h"

#include <algorithm>

namespace robur::frontend_llvm {

namespace {

bool isLevel(const std::string& flag) {
  if (flag == "-ObjC" || flag == "-ObjC++") return false;  // languages
  return flag.starts_with("-O") || flag == "--optimize" || flag.starts_with("--optimize=");
}
bool optimises(const std::string& flag) {
  return isLevel(flag) && flag != "-O0" && flag != "--optimize=0";
}

// Flags that take the next word as it is, for another program or as a name.
bool takesNext(const std::string& flag) {
  constexpr const char* kFlags[] = {
      "-Xlinker", "-Xassembler", "-Xanalyzer", "-Xpreprocessor", "-mllvm",     "-include",
      "-imacros", "-I",          "-isystem",   "-iquote",        "-idirafter", "-D",
      "-U",       "-x",          "-target",    "-framework",     "-o"};
  return std::any_of(std::begin(kFlags), std::end(kFlags),
                     [&](const char* known) { return flag == known; });
}

}  // namespace

ClangFlags withoutOptimisation(const std::vector<std::string>& flags) {
  ClangFlags out;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const bool pair = i + 1 < flags.size() && (takesNext(flags[i]) || flags[i] == "-Xclang");
    const bool level = flags[i] == "-Xclang" && pair ? isLevel(flags[i + 1]) : isLevel(flags[i]);
    if (level) {
      const std::string& written = flags[i + (pair ? 1 : 0)];
      if (optimises(written)) out.ignored.push_back(written);
    } else {
      out.passed.push_back(flags[i]);
      if (pair) out.passed.push_back(flags[i + 1]);
    }
    i += pair ? 1 : 0;
  }
  return out;
}

std::vector<std::string> systemDirectoriesIn(const std::vector<std::string>& flags) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    for (const std::string flag : {"-isystem", "-idirafter"}) {
      if (flags[i] == flag && i + 1 < flags.size()) {
        out.push_back(flags[i + 1]);
      } else if (flags[i] != flag && flags[i].starts_with(flag)) {
        out.push_back(flags[i].substr(flag.size()));
      }
    }
  }
  return out;
}

}  // namespace robur::frontend_llvm
