// Expressions and conditions.
#include <fmt/format.h>

#include "frontend/rob/constants.h"
#include "frontend/rob/thread_lowering.h"

namespace robur::frontend_rob {

namespace {

bool isLogical(const ExprNode& e) {
  return e.kind == ExprNode::Kind::Binary &&
         (e.binary == BinaryOp::And || e.binary == BinaryOp::Or);
}

}  // namespace

ThreadLowering::Value ThreadLowering::operand(const ExprNode& e) {
  switch (e.kind) {
    case ExprNode::Kind::Broken:
      return {constant(0)};
    case ExprNode::Kind::Number:
      return {constant(e.value)};
    case ExprNode::Kind::Tid:
      return {threadIndex()};
    case ExprNode::Kind::Name:
    case ExprNode::Kind::Index:
      return named(e);
    case ExprNode::Kind::AddressOf:
      return address(*e.lhs);
    case ExprNode::Kind::Unary: {
      const Value inner = operand(*e.lhs);
      if (inner.named && inner.expr->kind == Expr::Kind::Const) {
        return {constant(apply(e.unary, inner.expr->value)), true};
      }
      return {unary(e.unary, inner.expr)};
    }
    case ExprNode::Kind::Binary:
      return binary(e);
    case ExprNode::Kind::Access: {
      const RegId result = access(e, {});
      return {result == kNoReg ? constant(0) : reg(result)};
    }
    case ExprNode::Kind::Deref:
      readWithoutOrder(e);
      return {constant(0)};
    case ExprNode::Kind::Call:
      misplacedCall(e);
      return {constant(0)};
  }
  return {constant(0)};
}

// If the pointer itself is wrong, only that error is reported.
void ThreadLowering::readWithoutOrder(const ExprNode& e) {
  const std::size_t before = context_.errors.count();
  value(*e.lhs);
  if (context_.errors.count() > before) return;
  error(e.at, "a cell behind a pointer is read with an order",
        "write (*p).load(acq), or (*p).load(na) if the cell is plain");
}

// A bare name: a constant, a register, or a plain cell that is read here.
ThreadLowering::Value ThreadLowering::named(const ExprNode& e) {
  const Symbol* const symbol = scope_.find(e.name);
  if (symbol == nullptr) {
    if (e.kind == ExprNode::Kind::Index) value(*e.lhs);
    return {constant(0)};
  }
  if (e.kind == ExprNode::Kind::Name && symbol->kind == Symbol::Kind::Constant) {
    return {constant(symbol->value), true};
  }
  if (e.kind == ExprNode::Kind::Name && symbol->kind == Symbol::Kind::Register) {
    return {reg(symbol->reg)};
  }
  const RegId result = plainLoad(e, {});
  return {result == kNoReg ? constant(0) : reg(result)};
}

// The number of the cell that `place` names.
ThreadLowering::Value ThreadLowering::address(const ExprNode& place) {
  if (place.kind != ExprNode::Kind::Name && place.kind != ExprNode::Kind::Index) {
    return {constant(0)};
  }
  const Symbol* const symbol = scope_.find(place.name);
  if (symbol == nullptr) return {constant(0)};
  if (symbol->kind != Symbol::Kind::Cell) {
    error(place.at, fmt::format("{} is no memory and has no address", quoted(place.name.text)));
    return {constant(0)};
  }
  const ExprPtr first = addressOf(symbol->location);
  if (place.kind == ExprNode::Kind::Name) return {first};
  const Place element = namedCell(place, *symbol);
  if (!element.valid) return {constant(0)};
  return {robur::binary(BinaryOp::Add, first, element.address.index)};
}

ThreadLowering::Value ThreadLowering::binary(const ExprNode& e) {
  if (isLogical(e) && touchesMemory(*e.rhs)) {
    const RegId result = temporary(kBool);
    truthInto(e, result);
    return {reg(result)};
  }
  const Value lhs = operand(*e.lhs);
  const Value rhs = operand(*e.rhs);
  const bool constants = lhs.expr->kind == Expr::Kind::Const && rhs.expr->kind == Expr::Kind::Const;
  if (constants && (lhs.named || rhs.named)) {
    if (const auto folded = apply(e.binary, lhs.expr->value, rhs.expr->value)) {
      return {constant(*folded), true};
    }
  }
  return {robur::binary(e.binary, lhs.expr, rhs.expr)};
}

// Whether evaluating the expression accesses shared memory.
bool ThreadLowering::touchesMemory(const ExprNode& e) const {
  using Touches = ExprNode::Touches;
  if (e.touches != Touches::Unknown) return e.touches == Touches::Memory;
  bool touches = e.kind == ExprNode::Kind::Access || e.kind == ExprNode::Kind::Call ||
                 e.kind == ExprNode::Kind::Deref;
  if (e.kind == ExprNode::Kind::Name || e.kind == ExprNode::Kind::Index) {
    const Symbol* const symbol = scope_.peek(e.name.text);
    touches = symbol != nullptr && symbol->kind == Symbol::Kind::Cell;
  }
  if (e.kind == ExprNode::Kind::AddressOf) {
    touches = e.lhs->lhs != nullptr && touchesMemory(*e.lhs->lhs);
  } else if (!touches) {
    touches =
        (e.lhs != nullptr && touchesMemory(*e.lhs)) || (e.rhs != nullptr && touchesMemory(*e.rhs));
  }
  e.touches = touches ? Touches::Memory : Touches::Nothing;
  return touches;
}

// Whether a part of the condition has to be lowered to control flow.
bool ThreadLowering::splits(const ExprNode& e) const {
  if (isLogical(e)) return touchesMemory(*e.rhs) || splits(*e.lhs);
  return e.kind == ExprNode::Kind::Unary && e.unary == UnaryOp::Not && splits(*e.lhs);
}

void ThreadLowering::condition(const ExprNode& e, Mark yes, Mark no) {
  if (e.kind == ExprNode::Kind::Unary && splits(e)) return condition(*e.lhs, no, yes);
  if (isLogical(e) && splits(e)) {
    const Mark both = builder_.mark();
    const bool conjunction = e.binary == BinaryOp::And;
    condition(*e.lhs, conjunction ? both : yes, conjunction ? no : both);
    place(both);
    return condition(*e.rhs, yes, no);
  }
  const std::size_t before = borrowed_.size();
  const ExprPtr test = value(e);
  if (const auto known = constantValue(test)) {
    jump(*known != 0 ? yes : no, e.at);
  } else {
    builder_.branch(test, yes, no, span(e.at));
    reachable_ = false;
  }
  releaseTemporaries(before);
}

// Sets the target to 1 or 0 by control flow.
void ThreadLowering::truthInto(const ExprNode& e, RegId target) {
  const Mark yes = builder_.mark();
  const Mark no = builder_.mark();
  const Mark join = builder_.mark();
  const auto set = [&](std::int64_t truth) {
    Instr assign = instr(Instr::Op::Assign, e.at);
    assign.dst = target;
    assign.value = constant(truth);
    emit(std::move(assign));
  };
  condition(e, yes, no);
  place(yes);
  set(1);
  jump(join, e.at);
  place(no);
  set(0);
  place(join);
}

// target = e, without a temporary if the value comes from a single access.
void ThreadLowering::into(const ExprNode& e, RegId target, Range statement) {
  if (e.kind == ExprNode::Kind::Access) {
    access(e, {true, target});
  } else if (e.kind == ExprNode::Kind::Call) {
    callInto(e, {true, target});
  } else if ((e.kind == ExprNode::Kind::Name || e.kind == ExprNode::Kind::Index) &&
             touchesMemory(e)) {
    plainLoad(e, {true, target});
  } else if (isLogical(e) && splits(e)) {
    truthInto(e, target);
  } else {
    Instr assign = instr(Instr::Op::Assign, statement);
    assign.value = value(e);
    assign.dst = target;
    emit(std::move(assign));
  }
}

}  // namespace robur::frontend_rob
