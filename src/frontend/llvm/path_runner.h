// Writes the code of one thread by running it as far as it can be run.
//
// What is known is computed; what depends on memory that others see becomes an instruction, and
// its result an expression over registers. The code is specialised to what is known: where paths
// may meet (paths.h), states that agree in it share code, and loops over unknown values stay
// loops. Values that would give too many copies of a block are kept in registers
// (Assumptions::inRegister).
//
// The parts, each in a file of its own; a part uses those above it only:
//
//   ThreadTranslation   instructions, registers, diagnostics
//   Cells               memory cells, pointers as numbers
//   Arithmetic          operators on values
//   Constants           constants of the module
//   PrivateMemory       objects of this thread, and publishing them
//   Values              operands and results
//   Pools               objects that many copies of a thread share
//   Heap                allocation
//   Memory              loads and stores
//   Updates, Blocks     read-modify-writes; copies and fills
//   Locals              lifetimes of local variables
//   ExitHandlers        what runs when the program ends
//   Threads             creation, joining, results
//   KnownFunctions      functions without a body, intrinsics
//   Paths               pending paths, joins
//   Exceptions          unwinding
//   Calls               calls and returns
#pragma once

#include <functional>

#include "frontend/llvm/calls.h"

namespace robur::frontend_llvm {

class PathRunner {
 public:
  PathRunner(Context& context, std::uint32_t thread) : c(context), code(context, thread) {}

  Code run(State start);

 private:
  void follow(State state);
  bool step(State& s);  // false: this path has ended
  bool tryStep(State& s);
  template <class Access>
  Order orderIn(State& s, const Access& in);
  void eachMember(State& s, llvm::Type* type,
                  const std::function<void(unsigned, std::int64_t, llvm::Type*)>& access);
  void load(State& s, const llvm::LoadInst& in);
  void store(State& s, const llvm::StoreInst& in);
  bool allocateLocal(State& s, const llvm::AllocaInst& in);
  void updateAtomically(State& s, const llvm::AtomicRMWInst& in);
  void compareAndSwap(State& s, const llvm::AtomicCmpXchgInst& in);
  void fence(State& s, const llvm::FenceInst& in);
  bool branch(State& s, const llvm::Instruction& in);
  bool choose(State& s, const llvm::SwitchInst& in);
  bool fork(State& s, const Val& condition, const llvm::BasicBlock* yes,
            const llvm::BasicBlock* no);

  Context& c;
  ThreadTranslation code;
  Cells cells{code, c};
  Arithmetic arithmetic{code, c, cells};
  Constants constants{code, c, arithmetic};
  PrivateMemory privateMemory{code, c, cells, arithmetic, constants};
  Values values{code, c, cells, arithmetic, constants, privateMemory};
  Pools pools{code, c, cells, privateMemory};
  Heap heap{code, c, cells, arithmetic, privateMemory, pools};
  Memory memory{code, c, cells, arithmetic, privateMemory, heap};
  Updates updates{code, c, arithmetic, privateMemory, values, memory};
  Blocks blocks{code, c, cells, arithmetic, privateMemory, memory};
  Locals locals{c, privateMemory, heap};
  Threads threads{code, c, cells, arithmetic, privateMemory, memory};
  ExitHandlers exitHandlers{code, c};
  KnownFunctions known{code,   c,       cells,  arithmetic, values, heap,
                       memory, updates, blocks, threads,    locals};
  Paths paths{code, c, cells, privateMemory, values};
  Exceptions exceptions{code, c, cells, arithmetic, values, memory, locals, paths};
  Calls calls{code,         c,     cells, values,    pools, threads, locals,
              exitHandlers, known, paths, exceptions};
};

}  // namespace robur::frontend_llvm
