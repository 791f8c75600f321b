// Precompiled headers that many compilations share. Reading <atomic> and <thread> takes most of the
// time that clang needs for a small file, and a repair compiles such a file many times, with other
// orders each time.
//
// The `#include <...>` lines at the beginning of the file are precompiled. The file is still
// compiled as it is: it includes those headers again, and their include guards skip them. Callers
// must be able to compile without: clang reports an error if a header cannot be precompiled.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/llvm/replaced.h"

namespace robur::frontend_llvm {

// The `#include <...>` lines that only comments and blank lines precede.
std::string leadingIncludes(std::string_view text);

class Preambles {
 public:
  using Run = std::function<bool(const std::vector<std::string>& command)>;

  // Stored in this directory, shared with other processes. `run` starts a program and waits for it.
  Preambles(std::string directory, Run run)
      : directory_(std::move(directory)), run_(std::move(run)) {}

  // The arguments to add to this clang command, which lacks only the input and the output; none if
  // there are no such headers, or one of them is replaced.
  std::vector<std::string> argumentsFor(const std::string& file, bool c,
                                        const std::vector<std::string>& command,
                                        const Replaced& replaced) const;

 private:
  std::string directory_;
  Run run_;
};

}  // namespace robur::frontend_llvm
