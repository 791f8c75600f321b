// The lifetimes of local variables: each ends when its function returns.
//
// At the end of its block a variable loses its value already, if nobody else can see it. A value
// that is left behind would make states differ that are otherwise the same.
//
// A variable that only its own thread uses is then forgotten. One that other threads can see is
// retired like an object that is freed (heap.h), so a thread that still uses it makes an error, or
// races with the return. No thread but the one that has the variable on its stack ends its life, so
// only uses by others are checked.
#pragma once

#include "frontend/llvm/heap.h"

namespace robur::frontend_llvm {

class Locals {
 public:
  Locals(const Context& c, PrivateMemory& privateMemory, Heap& heap)
      : c(c), privateMemory(privateMemory), heap(heap) {}

  // The variable, of the function that the frame is for, begins to live with these contents.
  void begin(State& s, CallFrame& frame, ObjectId id, std::shared_ptr<const Contents> contents);
  // The block of the variable that this points to begins or ends.
  void forget(State& s, const Val& pointer);
  // Those of the innermost function cease to live.
  void end(State& s);

 private:
  const Context& c;
  PrivateMemory& privateMemory;
  Heap& heap;
};

}  // namespace robur::frontend_llvm
