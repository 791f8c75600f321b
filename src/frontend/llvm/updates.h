// Atomic operations that read and write in one step.
#pragma once

#include "frontend/llvm/memory.h"

namespace robur::frontend_llvm {

class Updates {
 public:
  Updates(ThreadTranslation& code, Context& c, Arithmetic& arithmetic, PrivateMemory& privateMemory,
          Values& values, Memory& memory)
      : code(code),
        c(c),
        arithmetic(arithmetic),
        privateMemory(privateMemory),
        values(values),
        memory(memory) {}

  Val rmw(State& s, const Val& pointer, const llvm::AtomicRMWInst& in, const Val& operand);
  // The pair of the old value and whether it was the expected one. `locked`: an instruction of the
  // processor, which writes also if it fails.
  Val cas(State& s, const Val& pointer, const Val& expected, const Val& desired, Order order,
          Order failOrder, bool locked);
  // Blocks until the compare-and-swap can succeed. Returns whether the thread can go on.
  bool bcas(State& s, const Val& pointer, const Val& expected, const Val& desired, Order order);

 private:
  Val rmwOnPart(State& s, const Val& whole, Memory::Part part, const llvm::AtomicRMWInst& in,
                const Val& operand);
  template <class Next>
  Val exchangePart(State& s, const Val& pointer, Memory::Part part, unsigned size, Order order,
                   const Next& next);
  Val lockedCasOnPart(State& s, const Val& pointer, Memory::Part part, const Val& expected,
                      const Val& desired, Order order);
  void noteCompared(Access& a, const Val& expected);
  Val updated(State& s, const llvm::AtomicRMWInst& in, const Val& old, const Val& operand);
  bool bcasPrivately(State& s, const Target& at, const Val& expected, const Val& desired);

  ThreadTranslation& code;
  Context& c;
  Arithmetic& arithmetic;
  PrivateMemory& privateMemory;
  Values& values;
  Memory& memory;
};

}  // namespace robur::frontend_llvm
