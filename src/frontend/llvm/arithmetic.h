// Arithmetic of C on values of 1 to 64 bits: computed if the operands are known, written as
// 64-bit arithmetic of the IR if not. Numbers of 128 bits are pairs (pairs.cpp).
#pragma once

#include <optional>

#include "frontend/llvm/cells.h"

namespace robur::frontend_llvm {

class Arithmetic {
 public:
  Arithmetic(ThreadTranslation& code, Context& c, Cells& cells) : code(code), c(c), cells(cells) {}

  // Opcodes and predicates are those of LLVM's instructions.
  Val binaryOp(unsigned opcode, const Val& a, const Val& b);
  Val compare(unsigned predicate, const Val& a, const Val& b);
  Val cast(unsigned opcode, const Val& a, unsigned width);
  // pointer_arithmetic.cpp
  // The pointer, so many bytes further.
  Val moved(const Val& pointer, std::int64_t bytes);
  // A pointer as a number; and a number that is an address, as the pointer.
  Val number(const Val& v);
  Val coded(const Val& v);
  // pairs.cpp
  // The pair as a cell with these halves holds it, and as it is read from there. A half that does
  // not fit into its part of the cell is not supported in the runs in which it occurs.
  ExprPtr packed(const std::array<Kept, 2>& halves, const Val& pair);
  Val unpacked(const std::array<Kept, 2>& halves, const ExprPtr& cell);

 private:
  // pairs.cpp
  Val pairOp(unsigned opcode, const Val& a, const Val& b);
  Val shiftedPair(unsigned opcode, const Val& a, unsigned amount);
  Val comparePairs(unsigned predicate, const Val& a, const Val& b);
  Val castPair(unsigned opcode, const Val& v, unsigned width);
  Val pointerOp(unsigned opcode, const Val& a, const Val& b);
  std::optional<Val> lookedUp(unsigned opcode, const Val& p, std::int64_t operand);
  Val movedCode(const Val& pointer, std::int64_t bytes);
  Val named(Val v);
  Val castNumber(unsigned opcode, const Val& a, unsigned width);
  Val dynBinary(unsigned opcode, const Val& a, const Val& b);  // symbolic_arithmetic.cpp
  Val dynShift(unsigned opcode, const Val& a, const Val& b);
  Val dynUnsignedDivision(unsigned opcode, const Val& a, const Val& b);
  [[noreturn]] void refuseSymbolic();
  Val divideByHalves(unsigned opcode, const Val& a, std::int64_t by);
  Val divideByAny(unsigned opcode, const Val& a, const Val& b);
  ExprPtr inRegister(ExprPtr e);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
};

}  // namespace robur::frontend_llvm
