// Reads files into one LLVM module: C and C++ with clang, bitcode and .ll with LLVM's readers.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "frontend/llvm/replaced.h"
#include "program/source.h"

namespace robur::frontend_llvm {

struct Request {
  std::vector<std::string> files;
  std::vector<std::string> flags;                             // for clang
  std::map<std::string, std::vector<std::string>> fileFlags;  // of single files, before these
  std::vector<std::string> entries;  // functions that run as threads; none: main
  // Functions that any number of threads call, one group for each kind of thread (client.h).
  std::vector<std::vector<std::string>> any;
  std::vector<std::string> inits;      // functions that run before all threads
  std::vector<std::string> pure;       // functions without a body that do nothing
  std::vector<std::string> libraries;  // bitcode of library_exceptions.cc and of library.c
  std::string headers;                 // the directory of robur.h
  unsigned copies = 0;                 // of the client; 0: any number
  unsigned objects = 2;                // in a pool (pools.h)
  bool optimise = false;               // asked for, and ignored (clang_flags.h)
  bool withoutAssertions = false;      // because of the project's flags: a note says so
  bool relaxedVolatile = false;        // volatile accesses are relaxed atomics
  bool quiet = false;                  // do not show clang's diagnostics
  Replaced replaced;                   // files that are read with other contents
  std::string preambles;               // directory of precompiled headers; empty: none
};

struct LoadFailure {
  std::string file;     // empty: the request as a whole
  std::string message;  // empty: clang has reported it on standard error
  std::string help;
};

// Precompiles headers for later requests.
void prepare(const Request& request);

// The module holds all files, the library, and __robur_start, which runs constructors of
// global variables and then main, or creates a thread per entry. Null on failure.
std::unique_ptr<llvm::Module> load(const Request& request, llvm::LLVMContext& context,
                                   LoadFailure& failure);

}  // namespace robur::frontend_llvm
