// Values as the IR sees them: which bytes of an object are a memory cell, and the number or
// expression that stands for a value in a register.
#pragma once

#include <optional>
#include <set>

#include "frontend/llvm/thread_translation.h"

namespace robur::frontend_llvm {

class Cells {
 public:
  Cells(ThreadTranslation& code, Context& c) : code(code), c(c) {}

  // The cell at the target. Size 0: only its address is used. A plain cell is split where another
  // access begins or ends in it; an atomic one is as large as the largest atomic access.
  Leaf& leafAt(const Target& target, unsigned size, Order order, bool isPointer);
  // Where cells begin or end within the bytes, as distances from the target.
  void boundariesIn(const Target& target, unsigned size, std::set<unsigned>& out) const;
  // The atomic cell that these bytes are part of, if they are not the whole of it.
  std::optional<Target> wholeOf(const Target& target, unsigned size) const;
  // The location of a cell that the layout of this round has; any location if it has none,
  // since there will be another round then.
  LocationId locationOf(const Target& target) const;
  // The cell can be in memory before it has a value.
  void leaveUnset(Leaf& leaf);
  // The cell can hold the value; it is written to the cell.
  void noteHeld(Leaf& leaf, const Val& value);
  void noteWritten(Leaf& leaf, const Val& value);

  // The code of a pointer to the target: the number of the cell there, even if it is outside of
  // the object.
  ExprPtr encoded(const Target& target);
  ExprPtr exprOf(const Val& v);

 private:
  void makeRoom(const Target& target, unsigned size, bool atomic);

  ThreadTranslation& code;
  Context& c;
};

}  // namespace robur::frontend_llvm
