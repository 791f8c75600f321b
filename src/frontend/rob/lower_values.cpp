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
  if (refusals_.refuse(e)) return {constant(0)};
  switch (e.kind) {
    case ExprNode::Kind::Broken:
      return {constant(0)};
    case ExprNode::Kind::Number:
      return {constant(e.value)};
    case ExprNode::Kind::Tid:
      if (refusals_.refuseIndex(thread_, e.at)) return {constant(0)};
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
      const RegId result = beforeAssertion([&] { return access(e, {}); });
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
  // Proofs compute with unbounded integers, so their constants are not folded in 64 bits.
  if (e.kind == ExprNode::Kind::Name && symbol->kind == Symbol::Kind::Constant) {
    return {constant(symbol->value), context_.purpose == Purpose::Check};
  }
  if (e.kind == ExprNode::Kind::Name && symbol->kind == Symbol::Kind::Register) {
    return {reg(symbol->reg)};
  }
  if (asserts_ && symbol->kind == Symbol::Kind::Cell && scope_.variable(symbol->location).ghost) {
    return {ghost(e, *symbol)};
  }
  const RegId result = beforeAssertion([&] { return plainLoad(e, {}); });
  return {result == kNoReg ? constant(0) : reg(result)};
}

ExprPtr ThreadLowering::ghost(const ExprNode& e, const Symbol& symbol) {
  const ExprPtr index = e.kind == ExprNode::Kind::Index ? value(*e.lhs) : nullptr;
  if (!scope_.checkIndexed(e, scope_.variable(symbol.location))) return constant(0);
  return emitter_.ghost(symbol.location, index);
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
    const RegId result = emitter_.temporary(kBool);
    beforeAssertion([&] { truthInto(e, result); });
    return {reg(result)};
  }
  const Value lhs = operand(*e.lhs);
  const Value rhs = operand(*e.rhs);
  refusals_.refuseDivisor(e, rhs.expr->kind == Expr::Kind::Const, rhs.expr->value);
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
    touches = symbol != nullptr && symbol->kind == Symbol::Kind::Cell &&
              !scope_.variable(symbol->location).ghost;
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
    const Mark both = emitter_.mark();
    const bool conjunction = e.binary == BinaryOp::And;
    condition(*e.lhs, conjunction ? both : yes, conjunction ? no : both);
    emitter_.place(both);
    return condition(*e.rhs, yes, no);
  }
  const std::size_t before = emitter_.temporaries();
  emitter_.branch(value(e), yes, no, e.at);
  emitter_.release(before);
}

// Sets the target to 1 or 0 by control flow.
void ThreadLowering::truthInto(const ExprNode& e, RegId target) {
  const Mark yes = emitter_.mark();
  const Mark no = emitter_.mark();
  const Mark join = emitter_.mark();
  const auto set = [&](std::int64_t truth) {
    Instr assign = instr(Instr::Op::Assign, e.at);
    assign.dst = target;
    assign.value = constant(truth);
    emitter_.emit(std::move(assign));
  };
  condition(e, yes, no);
  emitter_.place(yes);
  set(1);
  emitter_.jump(join, e.at);
  emitter_.place(no);
  set(0);
  emitter_.place(join);
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
    emitter_.emit(std::move(assign));
  }
}

}  // namespace robur::frontend_rob
