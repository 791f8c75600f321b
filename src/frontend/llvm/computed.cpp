// Results of instructions that only compute.
#include <fmt/format.h>

#include "frontend/llvm/numeric_addresses.h"
#include "frontend/llvm/ranges.h"
#include "frontend/llvm/values.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;

}  // namespace

Val Values::compute(State& s, const llvm::Instruction& in) {
  if (const auto* path = llvm::dyn_cast<llvm::GEPOperator>(&in)) return gep(s, *path);
  if (isFloating(in)) return floating(s, in);
  if (in.isBinaryOp()) {
    code.widthOf(in.getType());
    return arithmetic.binaryOp(in.getOpcode(), operand(s, in.getOperand(0)),
                               operand(s, in.getOperand(1)));
  }
  if (const auto* test = llvm::dyn_cast<llvm::ICmpInst>(&in)) {
    code.widthOf(test->getOperand(0)->getType());
    return arithmetic.compare(test->getPredicate(), operand(s, test->getOperand(0)),
                              operand(s, test->getOperand(1)));
  }
  if (in.isCast() || in.getOpcode() == I::Freeze) {
    if (in.getOpcode() == I::Freeze && in.getType()->isAggregateType()) {
      return operand(s, in.getOperand(0));
    }
    code.widthOf(in.getOperand(0)->getType());
    return arithmetic.cast(in.getOpcode(), operand(s, in.getOperand(0)),
                           code.widthOf(in.getType()));
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&in)) {
    return select(s, operand(s, choice->getCondition()), operand(s, choice->getTrueValue()),
                  operand(s, choice->getFalseValue()));
  }
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&in)) return extracted(s, *part);
  if (const auto* part = llvm::dyn_cast<llvm::InsertValueInst>(&in)) return inserted(s, *part);
  code.refuse(s, fmt::format("the LLVM instruction {} is not supported", in.getOpcodeName()),
              "docs/cpp.md lists what is supported");
}

Val Values::extracted(State& s, const llvm::ExtractValueInst& in) {
  Val v = operand(s, in.getAggregateOperand());
  for (const unsigned i : in.indices()) {
    if (!v.is(Val::Kind::Agg)) return undef(64);
    const Val inner = v.parts[i];
    v = inner;
  }
  return v;
}

Val Values::inserted(State& s, const llvm::InsertValueInst& in) {
  Val v = operand(s, in.getAggregateOperand());
  if (in.getNumIndices() != 1) {
    code.refuse(s, "nested structures as values are not supported",
                "pass them by address, or their members one by one");
  }
  v.kind = Val::Kind::Agg;
  const llvm::Type* type = in.getType();
  v.parts.resize(type->isStructTy() ? type->getStructNumElements()
                                    : static_cast<unsigned>(type->getArrayNumElements()));
  v.parts[in.getIndices()[0]] = operand(s, in.getInsertedValueOperand());
  return v;
}

Val Values::select(State& s, const Val& condition, const Val& yes, const Val& no) {
  if (isUnset(condition)) return undef(yes.width);
  if (condition.known()) return condition.isInt(1) ? yes : no;
  if (yes.is(Val::Kind::Undef)) return no;
  if (no.is(Val::Kind::Undef)) return yes;
  if (isPair(yes) || isPair(no)) {
    return pairOf(select(s, condition, halfOf(yes, 0), halfOf(no, 0)),
                  select(s, condition, halfOf(yes, 1), halfOf(no, 1)));
  }
  if (yes.is(Val::Kind::Agg)) {
    code.refuse(s, "a conditional expression over structures is not supported",
                "use an if statement");
  }
  Val a = merged(s, yes);
  Val b = merged(s, no);
  if (isPointer(a) && isWide(b)) a = arithmetic.number(a);
  if (isPointer(b) && isWide(a)) b = arithmetic.number(b);
  const ExprPtr is = condition.expr;
  Targets both = targetsOf(a);
  both.add(targetsOf(b));
  const Range ra = rangeOf(a);
  const Range rb = rangeOf(b);
  ExprPtr e;
  if (a.isInt(1) && b.isInt(0)) {
    e = is;
  } else if (a.isInt(0) && b.isInt(1)) {
    e = unary(UnaryOp::Not, is);
  } else if (a.width == 1 && b.isInt(0)) {
    e = binary(BinaryOp::And, is, cells.exprOf(a));
  } else if (a.width == 1 && a.isInt(1)) {
    e = binary(BinaryOp::Or, is, cells.exprOf(b));
  } else {
    e = binary(BinaryOp::Add, binary(BinaryOp::Mul, is, cells.exprOf(a)),
               binary(BinaryOp::Mul, unary(UnaryOp::Not, is), cells.exprOf(b)));
  }
  Val v = dynamic(e, a.width, static_cast<std::int64_t>(std::min(ra.lo, rb.lo)),
                  static_cast<std::int64_t>(std::max(ra.hi, rb.hi)));
  if (!isPointer(a) && !isPointer(b)) {
    both = originsOf(a);
    both.add(originsOf(b));
    return withOrigins(std::move(v), std::move(both));
  }
  if (!both.empty()) {
    v.targets = std::make_shared<Targets>(std::move(both));
    v.nonNull = a.nonNull && b.nonNull;
  }
  return v;
}

}  // namespace robur::frontend_llvm
