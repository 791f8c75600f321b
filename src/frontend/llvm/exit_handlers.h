// What runs when the program ends: destructors of variables with static storage, functions passed
// to atexit, and functions with the attribute destructor, in the reverse order of registration.
//
// They run in the first thread, after main has returned or where that thread calls exit, and
// concurrently with threads that still run. Each path has a list of its own, so that nothing of
// this is in memory. What other threads register is not known where the list is needed, nor is the
// end of the last thread when main ends by pthread_exit: notes say what does not run.
//
// Destructors of a library's variables are followed only if another thread may still be running.
// Otherwise nobody can interfere, and taking a large container apart would cost more than all that
// the program does before.
#pragma once

#include "frontend/llvm/known_functions.h"

namespace robur::frontend_llvm {

class ExitHandlers {
 public:
  ExitHandlers(ThreadTranslation& code, Context& c) : code(code), c(c) {}

  // Lets the frame run the last function that was registered and has not run. Returns false if
  // there is none.
  bool next(State& s, CallFrame& frame);
  // The thread ends in a way after which none of them run.
  void drop(State& s);

 private:
  bool isLeftOut(State& s, const llvm::Function& function);

  ThreadTranslation& code;
  Context& c;
};

// Registers `function`, which gets the argument if it takes one.
void registerExitHandler(ThreadTranslation& code, Context& c, State& s, const Val& function,
                         const Val& argument);

}  // namespace robur::frontend_llvm
