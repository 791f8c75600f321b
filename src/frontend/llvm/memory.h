// Accesses to memory: to objects that others may see, as instructions; to private ones,
// immediately.
#pragma once

#include "frontend/llvm/heap.h"
#include "frontend/llvm/values.h"

namespace robur::frontend_llvm {

// What an access goes to: a private object, or memory at an address, and what is assumed about
// the cells there.
struct Access {
  bool memory = false;
  Target target;  // unless memory
  Address address;
  bool pointer = false;
  bool unset = false;  // may be read before it has a value
  Targets contents;
  std::vector<Leaf*> leaves;
};

class Memory {
 public:
  Memory(ThreadTranslation& code, Context& c, Cells& cells, Arithmetic& arithmetic,
         PrivateMemory& privateMemory, Heap& heap)
      : code(code),
        c(c),
        cells(cells),
        arithmetic(arithmetic),
        privateMemory(privateMemory),
        heap(heap) {}

  Val load(State& s, const Val& pointer, const llvm::Type* type, Order order);
  void store(State& s, const Val& pointer, const Val& value, Order order);

  // For operations that are more than a load or a store: resolves the pointer, then emits an
  // instruction of the caller's with the result, if there is one.
  Access access(State& s, const Val& pointer, unsigned size, Order order, bool write,
                bool isPointer);
  Val result(State& s, Instr instr, const Access& a, unsigned width);
  void noteStored(State& s, Access& a, const Val& value);
  // A value of the accessed cells, as it stands in a register or is about to be read.
  static Val valueIn(const Access& a, ExprPtr expr, unsigned width);

 private:
  void bound(Address& address, const Targets& targets);
  ExprPtr stored(const Access& a, const Val& value, unsigned width);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Arithmetic& arithmetic;
  PrivateMemory& privateMemory;
  Heap& heap;
};

}  // namespace robur::frontend_llvm
