// Arithmetic of C on values of 1 to 64 bits: computed if the operands are known, written as
// 64-bit arithmetic of the IR if not.
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

 private:
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

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
};

}  // namespace robur::frontend_llvm
