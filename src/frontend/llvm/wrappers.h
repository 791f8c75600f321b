// Functions that only wrap an atomic access or a fence: `int get() { return v.load(relaxed); }`.
//
// A function is a wrapper if, itself or in what it calls, it performs an atomic access, and no path
// through it performs two. A loop counts once, so functions that wait for a value are wrappers.
// What else it does to memory, and fences, are not counted. A function with fences alone is a
// wrapper if it accesses no memory. One that calls through a pointer, itself, or what has no body
// is none. A fence that is inserted next to an access changes none of this.
#pragma once

#include <map>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

namespace robur::frontend_llvm {

class Wrappers {
 public:
  // The code of the function that comes from the call inlined at this location; null: all of it.
  bool contains(const llvm::Function* function, const llvm::DILocation* inlinedAt);

 private:
  struct Atomics {
    unsigned accesses = 0;  // atomic ones, at most, on a path
    bool fences = false;
    bool plain = false;    // accesses memory that is not atomic
    bool unknown = false;  // may perform others
  };

  const Atomics& in(const llvm::Function* function, const llvm::DILocation* inlinedAt);
  Atomics count(const llvm::Function& function, const llvm::DILocation* inlinedAt);
  Atomics of(const llvm::Instruction& in);
  Atomics ofCall(const llvm::CallBase& call);

  std::map<std::pair<const llvm::Function*, const llvm::DILocation*>, Atomics> known_;
};

}  // namespace robur::frontend_llvm
