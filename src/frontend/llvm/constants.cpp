#include "frontend/llvm/constants.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Operator.h>

namespace robur::frontend_llvm {

Val Constants::constantVal(const llvm::Constant* constant) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
    const unsigned width = code.widthOf(number->getType());
    if (width == kPairWidth) {
      const llvm::APInt& bits = number->getValue();
      return pairOf(integer(static_cast<std::int64_t>(bits.extractBitsAsZExtValue(64, 0)), 64),
                    integer(static_cast<std::int64_t>(bits.extractBitsAsZExtValue(64, 64)), 64));
    }
    return integer(static_cast<std::int64_t>(number->getValue().getLimitedValue()), width);
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    const unsigned width = code.widthOf(number->getType());
    return integer(number->getValueAPF().bitcastToAPInt().getSExtValue(), width);
  }
  if (llvm::isa<llvm::ConstantPointerNull>(constant)) return integer(0, 64);
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(constant)) {
    return constantVal(alias->getAliasee());
  }
  if (const auto* function = llvm::dyn_cast<llvm::Function>(constant)) {
    return address(c.objects.intern({Object::Kind::Function, function, 0, 0, 1}), 0);
  }
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    const auto size = static_cast<std::int64_t>(
        c.info.module().getDataLayout().getTypeAllocSize(global->getValueType()));
    const ContextId owner = global->isThreadLocal() ? c.contexts.root(code.self) : 0;
    return address(c.objects.intern({Object::Kind::Global, global, owner, 0, size}), 0);
  }
  if (llvm::isa<llvm::UndefValue>(constant)) {  // poison too
    if (!constant->getType()->isAggregateType()) return undef(code.widthOf(constant->getType()));
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    return expressionVal(expression);
  }
  if (constant->getType()->isStructTy() || constant->getType()->isArrayTy()) {
    return aggregateVal(constant);
  }
  if (llvm::isa<llvm::ConstantTokenNone>(constant)) return undef(0);
  code.refuse("this constant is not supported", "use integers and pointers");
}

Val Constants::expressionVal(const llvm::ConstantExpr* expression) {
  if (const auto* path = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
    const llvm::DataLayout& layout = c.info.module().getDataLayout();
    llvm::APInt offset(64, 0);
    if (path->accumulateConstantOffset(layout, offset)) {
      Val base = constantVal(llvm::cast<llvm::Constant>(path->getPointerOperand()));
      base.value += offset.getSExtValue();
      return base;
    }
  }
  if (expression->isCast()) {
    return arithmetic.cast(expression->getOpcode(), constantVal(expression->getOperand(0)),
                           code.widthOf(expression->getType()));
  }
  if (expression->getNumOperands() == 2) {
    const Val a = constantVal(expression->getOperand(0));
    return arithmetic.binaryOp(expression->getOpcode(), a, constantVal(expression->getOperand(1)));
  }
  code.refuse("this constant expression is not supported", "compute the value at run time");
}

Val Constants::aggregateVal(const llvm::Constant* constant) {
  Val all;
  all.kind = Val::Kind::Agg;
  const auto* type = constant->getType();
  const unsigned count = type->isStructTy() ? type->getStructNumElements()
                                            : static_cast<unsigned>(type->getArrayNumElements());
  for (unsigned i = 0; i < count; ++i) {
    all.parts.push_back(constantVal(constant->getAggregateElement(i)));
  }
  return all;
}

}  // namespace robur::frontend_llvm
