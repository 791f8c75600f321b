// Headers that many compilations share, compiled once. Reading <atomic> and <thread> takes most
// of the time that clang needs for a small file, and a repair compiles such a file again and
// again, with other orders each time.
//
// What is compiled ahead is the run of `#include <...>` lines with which the file begins. The
// file is still compiled as it stands: it includes those headers again, and their guards make
// that nothing. Whoever uses this must be ready to compile without: if a header does not bear it,
// clang says so.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/llvm/replaced.h"

namespace robur::llvmfront {

// The `#include <...>` lines in front of everything else but comments and blank lines.
std::string leadingIncludes(std::string_view text);

class Preambles {
 public:
  using Run = std::function<bool(const std::vector<std::string>& command)>;

  // Kept in this directory, for others to find. `run` starts a program and waits for it.
  Preambles(std::string directory, Run run)
      : directory_(std::move(directory)), run_(std::move(run)) {}

  // The arguments to be added to this command of clang, which is complete but for the file and
  // the output; none if there is nothing to gain, or a header is among what is replaced.
  std::vector<std::string> argumentsFor(const std::string& file, bool c,
                                        const std::vector<std::string>& command,
                                        const Replaced& replaced) const;

 private:
  std::string directory_;
  Run run_;
};

}  // namespace robur::llvmfront
