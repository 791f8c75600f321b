// Flags that the user gives to clang.
//
// A verdict is about the program as it is written. An optimiser may remove races, merge loads and
// rotate loops, so with its output the verdict would depend on what clang did and not only on the
// program. So clang never optimises what Robur reads: levels of optimisation are ignored, and a
// note says so. All other flags are passed on.
#pragma once

#include <string>
#include <vector>

namespace robur::frontend_llvm {

struct ClangFlags {
  std::vector<std::string> passed;
  std::vector<std::string> ignored;  // levels of optimisation, as the user wrote them
};

ClangFlags withoutOptimisation(const std::vector<std::string>& flags);

// The directories of -isystem and -idirafter.
std::vector<std::string> systemDirectoriesIn(const std::vector<std::string>& flags);

}  // namespace robur::frontend_llvm
