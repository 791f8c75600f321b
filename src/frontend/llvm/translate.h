// From a linked LLVM module to a program: rounds of translation until their facts hold.
#pragma once

#include <vector>

#include <llvm/IR/Module.h>

#include "frontend/llvm/replaced.h"
#include "program/program.h"

namespace robur::llvmfront {

struct Translated {
  Program
      program;  // sources are always there, the rest if there are no errors and no limit was met
  std::vector<Diagnostic> diagnostics;
  std::string unfinished;  // a limit that was met, and where
};

// The module has a function __robur_start without arguments, in which everything begins.
Translated translate(const llvm::Module& module, const Replaced& replaced = {});

}  // namespace robur::llvmfront
