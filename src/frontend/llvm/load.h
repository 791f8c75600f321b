// From files to one LLVM module: clang for C and C++, LLVM's readers for bitcode and .ll.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "frontend/llvm/replaced.h"
#include "program/source.h"

namespace robur::llvmfront {

struct Request {
  std::vector<std::string> files;
  std::vector<std::string> flags;    // for clang
  std::vector<std::string> entries;  // functions that are threads; none: main
  std::string library;               // bitcode of library.c
  std::string headers;               // the directory of robur.h
  bool optimise = false;             // for comparing: run LLVM's -O2 pipeline first
  bool quiet = false;                // clang's diagnostics are of no interest
  Replaced replaced;                 // files that are to hold something else
  std::string preambles;             // where headers compiled ahead are kept; empty: nowhere
};

struct LoadFailure {
  std::string file;     // empty: the request as a whole
  std::string message;  // empty: clang has said it all on standard error
  std::string help;
};

// Compiles headers ahead, for requests to come.
void prepare(const Request& request);

// The module holds all files, the library, and __robur_start, which runs constructors of
// global variables and then main, or creates a thread per entry. Null if something failed.
std::unique_ptr<llvm::Module> load(const Request& request, llvm::LLVMContext& context,
                                   LoadFailure& failure);

}  // namespace robur::llvmfront
