// The flags of the processor after an instruction, as far as later ones ask for them.
#include "frontend/llvm/asm_handlers.h"

namespace robur::frontend_llvm {

namespace assembly {

M::Flags zeroAndSign(M& m, Value* result) {
  Value* zero = llvm::Constant::getNullValue(result->getType());
  M::Flags out;
  out.zero = [&m, result, zero] { return m.builder.CreateICmpEQ(result, zero); };
  out.sign = [&m, result, zero] { return m.builder.CreateICmpSLT(result, zero); };
  return out;
}

M::Flags flagsOf(M& m, unsigned op, Value* a, Value* b, Value* result) {
  M::Flags out = zeroAndSign(m, result);
  if (op != Update::Add && op != Update::Sub) {
    out.carry = out.overflow = [&m] { return m.builder.getFalse(); };
    return out;
  }
  const bool subtracted = op == Update::Sub;
  out.carry = [&m, a, b, result, subtracted] {
    return subtracted ? m.builder.CreateICmpULT(a, b) : m.builder.CreateICmpULT(result, a);
  };
  out.overflow = [&m, a, b, result, subtracted] {
    Value* other = subtracted ? m.builder.CreateXor(a, b) : m.builder.CreateXor(b, result);
    Value* signs = m.builder.CreateAnd(m.builder.CreateXor(a, result), other);
    return m.builder.CreateICmpSLT(signs, llvm::Constant::getNullValue(signs->getType()));
  };
  return out;
}

Value* combined(M& m, unsigned op, Value* a, Value* b) {
  switch (op) {
    case Update::Add:
      return m.builder.CreateAdd(a, b);
    case Update::Sub:
      return m.builder.CreateSub(a, b);
    case Update::And:
      return m.builder.CreateAnd(a, b);
    case Update::Or:
      return m.builder.CreateOr(a, b);
    default:
      return m.builder.CreateXor(a, b);
  }
}

// The new value is computed from the old one only if a flag asks for it: a result that nobody uses
// would be one more register of the thread.
void setFlagsLater(M& m, unsigned op, Value* old, Value* operand) {
  const auto flag = [&m, op, old, operand](M::Flag M::Flags::*which) {
    return [&m, op, old, operand, which] {
      return (flagsOf(m, op, old, operand, combined(m, op, old, operand)).*which)();
    };
  };
  m.flags = {flag(&M::Flags::zero), flag(&M::Flags::sign), flag(&M::Flags::carry),
             flag(&M::Flags::overflow)};
}

}  // namespace assembly

}  // namespace robur::frontend_llvm
