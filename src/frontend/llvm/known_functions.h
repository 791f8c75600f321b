// Functions without a body that the translator knows: of C and C++, of their libraries and of
// Robur's own header. Each is a row of a table: its name and the member function below that says
// what a call does. To add one, add a row.
#pragma once

#include <optional>

#include <llvm/IR/InstrTypes.h>

#include "frontend/llvm/blocks.h"
#include "frontend/llvm/locals.h"
#include "frontend/llvm/threads.h"
#include "frontend/llvm/updates.h"

namespace robur::frontend_llvm {

// The function of the library that throws std::bad_alloc.
inline constexpr const char* kThrowsBadAlloc = "_ZSt17__throw_bad_allocv";

class KnownFunctions {
 public:
  KnownFunctions(ThreadTranslation& code, Context& c, Cells& cells, Arithmetic& arithmetic,
                 Values& values, Heap& heap, Memory& memory, Updates& updates, Blocks& blocks,
                 Threads& threads, Locals& locals)
      : code(code),
        c(c),
        cells(cells),
        arithmetic(arithmetic),
        values(values),
        heap(heap),
        memory(memory),
        updates(updates),
        blocks(blocks),
        threads(threads),
        locals(locals) {}

  // What a call did: its result, or nothing if the path ends there.
  using Outcome = std::optional<Val>;

  // Is the function to be treated as known although it may have a body?
  static bool replacesBody(const llvm::Function* function);
  // Does it return a new object?
  static bool allocates(const llvm::Function* function);
  // Is it known what the function does, although it has no body?
  static bool knows(const llvm::Function* function) { return handlerOf(function) != nullptr; }
  // The result of a function that is taken to do nothing.
  Val nothing(const llvm::Function* function);
  // The function to be called instead: that which throws, for an allocation that fails. Null: none.
  const llvm::Function* throwerFor(State& s, const llvm::CallBase& in,
                                   const llvm::Function* function);
  // Nothing if the function is not known.
  std::optional<Outcome> call(State& s, const llvm::CallBase& in, const llvm::Function* function);

 private:
  struct Call {
    State& s;
    const llvm::CallBase& in;
    const llvm::Function* function;
  };
  using Handler = Outcome (KnownFunctions::*)(const Call&);
  struct Row {
    const char* name;
    Handler handler;
  };
  static const Row kExact[];     // functions of this name
  static const Row kPrefixes[];  // functions whose name begins so; after kExact
  static const Row kStreams[];   // the same, also if the function has a body
  static Handler handlerOf(const llvm::Function* function);

  // What the known functions do (known_functions.cpp).
  Outcome ignoreOutput(const Call& call);
  Outcome ignoreStream(const Call& call);
  Outcome doNothing(const Call& call);
  Outcome failAssertion(const Call& call);
  Outcome abortProgram(const Call& call);
  Outcome trap(const Call& call);
  Outcome checkOfCompiler(const Call& call);
  Outcome registerAtExit(const Call& call);
  Outcome exitProgram(const Call& call);
  Outcome endThreadWithResult(const Call& call);
  Outcome allocated(const Call& call, std::int64_t size, bool zeroed);
  Outcome allocateUpTo(const Call& call, const Val& size);
  Outcome allocate(const Call& call);
  Outcome allocateZeroed(const Call& call);
  Outcome allocateAligned(const Call& call);
  Outcome allocateArgument(const Call& call);
  Outcome forget(const Call& call);
  Outcome release(const Call& call);
  Outcome spawn(const Call& call);
  Outcome spawnAny(const Call& call);
  Outcome join(const Call& call);
  Outcome threadResult(const Call& call);
  Outcome threadCount(const Call& call);
  Outcome threadNumber(const Call& call);
  Outcome threadName(const Call& call);
  Outcome unsetValue(const Call& call);
  Outcome isKnown(const Call& call);
  Outcome sizeOfObject(const Call& call);
  Outcome isFixed(const Call& call);
  Outcome isStatic(const Call& call);
  Outcome must(const Call& call);
  Outcome retire(const Call& call);
  Outcome revive(const Call& call);
  Outcome mustBeAlive(const Call& call);
  Outcome refuseUnsupported(const Call& call);
  Outcome note(const Call& call);
  Outcome hiddenObject(const Call& call);
  Outcome ownHiddenObject(const Call& call);
  Outcome needNumber(const Call& call);
  Outcome wait(const Call& call);
  Outcome blockingCas(const Call& call);
  Outcome assume(const Call& call);
  Outcome nondetInRange(const Call& call);
  Outcome nondetBool(const Call& call);
  Outcome nondetByte(const Call& call);
  Outcome refuseNondet(const Call& call);

  // Intrinsics of LLVM (intrinsics.cpp). Nothing if this one is not known.
  std::optional<Val> intrinsic(const Call& call);
  Val assumeOfCompiler(const Call& call);
  Val startVariadic(const Call& call);
  Val copyBlock(const Call& call);
  Val fillBlock(const Call& call);
  Val larger(const Call& call, unsigned predicate);

  Val argument(const Call& call, unsigned i) {
    return values.operand(call.s, call.in.getArgOperand(i));
  }
  // An argument whose value must be known; `what` names it in the message if it is not.
  std::int64_t number(const Call& call, unsigned i, const char* what);
  // An argument that is a string literal, for calls from our own library.
  static std::string literal(const Call& call, unsigned i);
  // The arguments leave the program: the numbers, and what is in private memory behind pointers.
  void observeArguments(const Call& call);
  // The result of a function whose result does not matter.
  Val zero(const Call& call) { return nothing(call.function); }
  Outcome fail(const Call& call, const std::string& why);
  Val nondet(State& s, std::int64_t lo, std::int64_t hi, unsigned width);
  void test(State& s, Instr::Op op, const Val& condition);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Arithmetic& arithmetic;
  Values& values;
  Heap& heap;
  Memory& memory;
  Updates& updates;
  Blocks& blocks;
  Threads& threads;
  Locals& locals;
};

}  // namespace robur::frontend_llvm
