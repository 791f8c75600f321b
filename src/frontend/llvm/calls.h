// Calls and returns. Functions with a body are entered, so that each chain of calls is followed
// separately; a call through a pointer branches over the functions it can point to.
#pragma once

#include "frontend/llvm/exceptions.h"
#include "frontend/llvm/exit_handlers.h"
#include "frontend/llvm/known_functions.h"
#include "frontend/llvm/last_destructors.h"
#include "frontend/llvm/locals.h"
#include "frontend/llvm/paths.h"

namespace robur::frontend_llvm {

class Calls {
 public:
  Calls(ThreadTranslation& code, Context& c, Cells& cells, Values& values, Pools& pools,
        Threads& threads, Locals& locals, ExitHandlers& exitHandlers, KnownFunctions& known,
        Paths& paths, Exceptions& exceptions)
      : code(code),
        c(c),
        cells(cells),
        values(values),
        pools(pools),
        threads(threads),
        locals(locals),
        exitHandlers(exitHandlers),
        known(known),
        paths(paths),
        exceptions(exceptions) {}

  // Both return false if the path has ended.
  bool call(State& s, const llvm::CallBase& in);
  bool leave(State& s, const Val& result);

 private:
  [[noreturn]] void refuseAssembly(State& s, const llvm::CallBase& in);
  bool callPointer(State& s, const llvm::CallBase& in);
  bool callTo(State& s, const llvm::CallBase& in, const llvm::Function* function);
  void keepVariadic(State& s, const llvm::CallBase& in, CallFrame& frame);
  bool callKnown(State& s, const llvm::CallBase& in, const llvm::Function* function);
  bool callOnce(State& s, const llvm::CallBase& in, const llvm::Function* function);
  bool endsThread(const State& s) const;
  // Runs what the library does at the end of a thread, if the program needs it.
  const llvm::Function* endOfThread() const;
  bool enterEndOfThread(State& s);
  bool exitThread(State& s, const llvm::CallBase& in);
  bool exitProgram(State& s, const llvm::CallBase& in);
  // Main has returned, or something that runs after it.
  bool inEndOfProgram(const State& s) const;
  bool finish(State& s, const llvm::CallBase& in, const Val& result);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Values& values;
  Pools& pools;
  Threads& threads;
  Locals& locals;
  ExitHandlers& exitHandlers;
  KnownFunctions& known;
  Paths& paths;
  Exceptions& exceptions;
  LastDestructors lastDestructors{code, c};
};

}  // namespace robur::frontend_llvm
