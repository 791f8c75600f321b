// Arithmetic of C on values of 1 to 64 bits: computed if the operands are known, written as
// 64-bit arithmetic of the IR if not.
#pragma once

#include "frontend/llvm/cells.h"

namespace robur::frontend_llvm {

class Arithmetic {
 public:
  Arithmetic(ThreadTranslation& code, Context& c, Cells& cells) : code(code), c(c), cells(cells) {}

  // Opcodes and predicates are those of LLVM's instructions.
  Val binaryOp(unsigned opcode, const Val& a, const Val& b);
  Val compare(unsigned predicate, const Val& a, const Val& b);
  Val cast(unsigned opcode, const Val& a, unsigned width);
  // The pointer, so many bytes further (pointer_arithmetic.cpp).
  Val moved(const Val& pointer, std::int64_t bytes);

 private:
  Val pointerOp(unsigned opcode, const Val& a, const Val& b);
  Val dynBinary(unsigned opcode, const Val& a, const Val& b);  // symbolic_arithmetic.cpp
  Val dynUnsignedDivision(unsigned opcode, const Val& a, const Val& b);
  [[noreturn]] void refuseSymbolic();
  Val divideByHalves(unsigned opcode, const Val& a, std::int64_t by);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
};

}  // namespace robur::frontend_llvm
