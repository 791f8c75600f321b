// Translates a linked LLVM module into a program: rounds of translation until a round finds no
// assumption missing (assumptions.h).
#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "frontend/llvm/replaced.h"
#include "program/program.h"

namespace robur::frontend_llvm {

struct TranslationSettings {
  Replaced replaced = {};
  std::vector<std::string> pure = {};  // functions whose calls, without a body, do nothing
  std::vector<std::string> systemDirectories = {};  // whose headers are not shown (files.h)
  bool relaxedVolatile = false;  // volatile accesses are relaxed atomics, not plain ones
  unsigned poolSize = 2;         // objects that threads of any number take from a pool (pools.h)
};

struct Translated {
  // The sources are always set, the rest if there are no errors and no limit was exceeded.
  Program program;
  std::vector<Diagnostic> diagnostics;
  std::string unfinished;    // the limit that was exceeded, and where; empty: none
  bool needsNumber = false;  // and that would be no limit if the number of threads were given
};

// The module has a function __robur_start without arguments, where execution begins.
Translated translate(const llvm::Module& module, const TranslationSettings& settings = {});

}  // namespace robur::frontend_llvm
