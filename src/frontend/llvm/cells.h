// Values as the IR sees them: which bytes of an object are a memory cell, and the number or
// expression that stands for a value in a register.
#pragma once

#include "frontend/llvm/thread_translation.h"

namespace robur::frontend_llvm {

class Cells {
 public:
  Cells(ThreadTranslation& code, Context& c) : code(code), c(c) {}

  // The cell at the target. Size 0: only its address is used. Accesses of different sizes to
  // the same bytes are refused.
  Leaf& leafAt(const Target& target, unsigned size, Order order, bool isPointer);
  // The location of a cell that the layout of this round has; any location if it has none,
  // since there will be another round then.
  LocationId locationOf(const Target& target) const;
  // The cell can be in memory before it has a value.
  void leaveUnset(Leaf& leaf);
  // A value that can point to the targets is written to the cell.
  void noteWritten(Leaf& leaf, const Targets& targets);

  // The number that stands for a pointer to the target. A pointer outside its object is
  // encoded as null: nothing can be accessed through it.
  ExprPtr encoded(const Target& target);
  ExprPtr exprOf(const Val& v);

 private:
  ThreadTranslation& code;
  Context& c;
};

}  // namespace robur::frontend_llvm
