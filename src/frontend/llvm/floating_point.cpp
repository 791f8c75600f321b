// Floating point, on values that are known during translation: the bits of a number are its value,
// and LLVM computes. What depends on shared memory is only copied.
#include <fmt/format.h>
#include <llvm/Analysis/ConstantFolding.h>

#include "frontend/llvm/values.h"

namespace robur::frontend_llvm {

bool Values::isFloating(const llvm::Instruction& in) {
  if (in.getType()->isFloatingPointTy() && (in.isBinaryOp() || in.isUnaryOp() || in.isCast())) {
    return in.getOpcode() != llvm::Instruction::BitCast;
  }
  if (llvm::isa<llvm::FCmpInst>(in)) return true;
  return in.isCast() && in.getOperand(0)->getType()->isFloatingPointTy() &&
         in.getOpcode() != llvm::Instruction::BitCast;
}

// The operand as a constant of LLVM. Null if it is not known.
llvm::Constant* Values::asConstant(State& s, const llvm::Value* value) {
  const Val v = operand(s, value);
  llvm::Type* type = value->getType();
  const unsigned width = code.widthOf(type);
  if (!v.is(Val::Kind::Int)) return nullptr;
  llvm::Type* bits = llvm::IntegerType::get(type->getContext(), width);
  llvm::Constant* number = llvm::ConstantInt::getSigned(bits, v.value);
  return type->isFloatingPointTy() ? llvm::ConstantExpr::getBitCast(number, type) : number;
}

Val Values::fromConstant(const llvm::Constant* constant) {
  if (const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant)) {
    const llvm::APInt bits = number->getValueAPF().bitcastToAPInt();
    return integer(bits.getSExtValue(), bits.getBitWidth());
  }
  return constants.constantVal(constant);
}

// Is a number that is not known equal to one that is? Every number but zero has one representation,
// and no comparison for equality with a number holds for what is none.
std::optional<Val> Values::comparedBits(State& s, const llvm::Instruction& in,
                                        const std::vector<llvm::Constant*>& operands) {
  const auto* test = llvm::dyn_cast<llvm::FCmpInst>(&in);
  if (test == nullptr || (operands[0] == nullptr) == (operands[1] == nullptr)) return std::nullopt;
  const bool equal = test->getPredicate() == llvm::CmpInst::FCMP_OEQ;
  if (!equal && test->getPredicate() != llvm::CmpInst::FCMP_UNE) return std::nullopt;
  const auto* known = llvm::dyn_cast<llvm::ConstantFP>(operands[operands[0] == nullptr ? 1 : 0]);
  if (known == nullptr || known->isZero() || known->isNaN()) return std::nullopt;
  return arithmetic.compare(equal ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE,
                            operand(s, in.getOperand(0)), operand(s, in.getOperand(1)));
}

Val Values::floating(State& s, const llvm::Instruction& in) {
  std::vector<llvm::Constant*> operands;
  const unsigned width = code.widthOf(in.getType());
  for (const llvm::Value* value : in.operand_values()) {
    if (llvm::isa<llvm::Function>(value)) continue;
    if (isUnset(operand(s, value))) return undef(width);
    operands.push_back(asConstant(s, value));
  }
  if (std::optional<Val> same = comparedBits(s, in, operands)) return *same;
  for (const llvm::Constant* one : operands) {
    if (one == nullptr) {
      code.refuse(s, "floating point that depends on shared memory is not supported",
                  "use integers, or remove the computation");
    }
  }
  const llvm::DataLayout& layout = c.info.module().getDataLayout();
  llvm::Constant* result = nullptr;
  if (const auto* test = llvm::dyn_cast<llvm::FCmpInst>(&in)) {
    result = llvm::ConstantFoldCompareInstOperands(test->getPredicate(), operands[0], operands[1],
                                                   layout);
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&in)) {
    result = llvm::ConstantFoldCall(call, call->getCalledFunction(), operands);
  } else {
    result = llvm::ConstantFoldInstOperands(const_cast<llvm::Instruction*>(&in), operands, layout);
  }
  if (result == nullptr || llvm::isa<llvm::ConstantExpr>(result)) {
    code.refuse(s,
                fmt::format("this computation with floating point ({}) is not supported",
                            in.getOpcodeName()),
                "use integers, or remove the computation");
  }
  return fromConstant(result);
}

}  // namespace robur::frontend_llvm
