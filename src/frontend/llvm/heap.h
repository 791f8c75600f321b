// Objects that are allocated and freed, and others whose lives end while the program runs
// (locals.h). An object that may be freed while other threads run has a cell that says so. It is
// plain memory: freeing races with every use that is not ordered before it.
#pragma once

#include "frontend/llvm/pools.h"

namespace robur::frontend_llvm {

class Heap {
 public:
  Heap(ThreadTranslation& code, Context& c, Cells& cells, Arithmetic& arithmetic,
       PrivateMemory& privateMemory, Pools& pools)
      : code(code),
        c(c),
        cells(cells),
        arithmetic(arithmetic),
        privateMemory(privateMemory),
        pools(pools) {}

  ObjectId allocate(State& s, const llvm::Instruction* site, std::int64_t size, bool zeroed);
  // Makes the object of a pool one that this path alone knows.
  void takeFromPool(State& s, ObjectId id, std::shared_ptr<const Contents> contents);
  void release(State& s, const Val& pointer);
  // Frees what nobody but this path has got to know.
  void forget(State& s, const Val& pointer);
  // The object, which has no contents, must not be used any more.
  void retire(State& s, ObjectId id);
  void revive(State& s, ObjectId id);
  // Has this thread retired it?
  static bool isRetired(const State& s, ObjectId id);
  // Emits the check that what the pointer points to has not been freed, where it may have been.
  void checkAlive(State& s, const Val& pointer);
  void checkAlive(State& s, const Val& pointer, const std::string& otherwise);
  // When all other threads have ended, none of them can use what this thread frees.
  bool isAlone(const State& s) const;

 private:
  void mustBeAllocated(State& s, const Val& pointer);
  void freeNow(State& s, const Val& pointer);
  void setFlag(State& s, const Val& pointer, bool freed);
  Address flagOf(const Val& pointer);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Arithmetic& arithmetic;
  PrivateMemory& privateMemory;
  Pools& pools;
};

}  // namespace robur::frontend_llvm
