// Assignments, and accesses and calls used as statements.
#include <fmt/format.h>

#include "frontend/rob/thread_lowering.h"

namespace robur::frontend_rob {

namespace {

// The operation that changes an atomic cell in place of an assignment.
std::string_view atomicForm(std::optional<BinaryOp> compound) {
  if (!compound) return "store";
  switch (*compound) {
    case BinaryOp::Add:
      return "fetch_add";
    case BinaryOp::Sub:
      return "fetch_sub";
    case BinaryOp::BitAnd:
      return "fetch_and";
    case BinaryOp::BitOr:
      return "fetch_or";
    case BinaryOp::BitXor:
      return "fetch_xor";
    default:
      return "store";
  }
}

}  // namespace

void ThreadLowering::assign(const StmtNode& s) {
  const ExprNode& target = *s.target;
  if (s.compound) refusals_.refuse(*s.compound, s.at);
  if (target.kind == ExprNode::Kind::Name) {
    const Symbol* const symbol = scope_.find(target.name);
    if (symbol != nullptr && symbol->kind == Symbol::Kind::Register) {
      return assignRegister(s, symbol->reg);
    }
    if (symbol != nullptr && symbol->kind == Symbol::Kind::Cell) return assignCell(s);
    rightHandSide(*s.value);
    if (symbol == nullptr) return;
    error(target.at, fmt::format("{} is a constant and cannot change", quoted(target.name.text)));
    return;
  }
  if (target.kind == ExprNode::Kind::Index) return assignCell(s);
  rightHandSide(*s.value);
  if (target.kind == ExprNode::Kind::Broken) return;
  if (target.kind == ExprNode::Kind::Deref) {
    error(target.at, "a cell behind a pointer is written with an order",
          "write (*p).store(value, rel), or (*p).store(value, na) if the cell is plain");
    return;
  }
  error(target.at, "only a register or a plain cell can be assigned to",
        target.kind == ExprNode::Kind::Binary ? "the left side of '=' is a single name" : "");
}

void ThreadLowering::assignRegister(const StmtNode& s, RegId target) {
  if (!s.compound) return into(*s.value, target, s.at);
  Instr assign = instr(Instr::Op::Assign, s.at);
  assign.dst = target;
  assign.value = robur::binary(*s.compound, reg(target), value(*s.value));
  emitter_.emit(std::move(assign));
}

// The value to store; unlike an operand, it may also be a wait or a nondet.
ExprPtr ThreadLowering::rightHandSide(const ExprNode& e) {
  if (e.kind != ExprNode::Kind::Call) return value(e);
  const RegId result = callInto(e, {});
  return result == kNoReg ? constant(0) : reg(result);
}

void ThreadLowering::assignCell(const StmtNode& s) {
  const Place place = cell(*s.target);
  if (place.valid && place.variable->atomic) {
    rightHandSide(*s.value);
    const std::string_view name = s.target->name.text;
    const std::string_view form = atomicForm(s.compound);
    error(s.target->at, fmt::format("{} is atomic and not changed by assignment", quoted(name)),
          fmt::format("write {}{}.{}(value, order)", name,
                      s.target->kind == ExprNode::Kind::Index ? "[...]" : "", form));
    return;
  }
  Instr store = instr(Instr::Op::Store, s.at);
  store.order = Order::NonAtomic;
  store.address = place.address;
  if (s.compound && place.valid) {
    Instr load = instr(Instr::Op::Load, s.target->at);
    load.order = Order::NonAtomic;
    load.address = place.address;
    load.dst = emitter_.temporary(place.variable->type);
    const RegId old = load.dst;
    emitter_.emit(std::move(load));
    store.value = robur::binary(*s.compound, reg(old), value(*s.value));
  } else {
    store.value = rightHandSide(*s.value);
  }
  if (place.valid) emitter_.emit(std::move(store));
}

void ThreadLowering::evaluate(const StmtNode& s) {
  const ExprNode& e = *s.value;
  switch (e.kind) {
    case ExprNode::Kind::Broken:
      return;
    case ExprNode::Kind::Access:
      access(e, {false, kNoReg});
      return;
    case ExprNode::Kind::Call:
      return callStatement(e);
    default: {
      const bool compares = e.kind == ExprNode::Kind::Binary && e.binary == BinaryOp::Eq;
      error(e.at, "this statement does nothing",
            compares ? "'==' compares: to assign, write '='" : "");
    }
  }
}

}  // namespace robur::frontend_rob
