// Threads that are created while the program runs.
//
// A thread gets its creator's private memory as it is at that moment, so everything that its
// creator did before is known to it. What both use afterwards must be in memory (see
// findResidents in translate.cpp). Creating the first thread turns all memory the program has
// built so far into the initial memory. A thread waits for a flag of its own only if its creator
// has done something visible before creating it; another flag says that it has ended.
#pragma once

#include "frontend/llvm/memory.h"

namespace robur::frontend_llvm {

class Threads {
 public:
  Threads(ThreadTranslation& code, Context& c, Cells& cells, Arithmetic& arithmetic,
          PrivateMemory& privateMemory, Memory& memory)
      : code(code),
        c(c),
        cells(cells),
        arithmetic(arithmetic),
        privateMemory(privateMemory),
        memory(memory) {}

  // Waits until the creator of this thread has started it, where that matters.
  void begin();
  // Ends this thread.
  void finish();
  // Creates a thread that calls the function with the argument; returns its handle.
  Val spawn(State& s, const Val& callee, const Val& argument, bool any = false);
  // This depends on which thread it is, or on who the others are: that cannot be if it, or one of
  // the others, stands for any number of them.
  void needNumber(State& s, const std::string& what, bool ofOthers = false);
  void join(State& s, const Val& handle);
  // What the function of this thread returned, kept for a thread that asks for it.
  void keepResult(State& s, const Val& value);
  Val resultOf(State& s, const Val& handle, const llvm::Type* type);
  void setName(State& s, const Val& pointer);
  // Blocks until the 32-bit object holds the value. Returns whether it ever can.
  bool wait(State& s, const Val& pointer, const Val& value, Order order);

 private:
  ThreadPlan planFor(State& s, const Val& callee, const Val& argument);
  std::uint32_t numberOf(State& s, ThreadPlan plan);
  void waitForEnd(State& s, std::uint32_t thread);
  Val resultObject(std::uint32_t thread);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Arithmetic& arithmetic;
  PrivateMemory& privateMemory;
  Memory& memory;
};

// The thread goes on only if the condition, which nobody else can change, holds; otherwise it waits
// forever. Returns whether it can go on.
bool waitUnless(ThreadTranslation& code, Context& c, State& s, const Val& holds);

}  // namespace robur::frontend_llvm
