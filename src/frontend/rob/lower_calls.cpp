// The built-in calls: fences, locks, waits, choices, assertions and assumptions.
#include <fmt/format.h>

#include "frontend/rob/suggest.h"
#include "frontend/rob/thread_lowering.h"

namespace robur::frontend_rob {

bool ThreadLowering::countArguments(const ExprNode& call, std::size_t least, std::size_t most,
                                    std::string_view usage) {
  const std::size_t given = call.arguments.size();
  if (given >= least && given <= most) return true;
  error(call.at,
        fmt::format("{} has too {} arguments", quoted(call.name.text),
                    given < least ? "few" : "many"),
        fmt::format("it is used as {}", usage));
  return false;
}

void ThreadLowering::callStatement(const ExprNode& call) {
  const std::string_view name = call.name.text;
  if (name == "wait") {
    wait(call, {false, kNoReg});
  } else if (name == "fence") {
    fence(call);
  } else if (name == "lock" || name == "unlock") {
    lock(call, name == "lock");
  } else if (name == "assert") {
    check(call, Instr::Op::Assert);
  } else if (name == "assume") {
    check(call, Instr::Op::Assume);
  } else if (name == "nondet") {
    error(call.at, "the value that 'nondet' chooses is lost", "assign it: r = nondet(0, 1)");
  } else {
    unknownCall(call);
  }
}

// The calls that may be the whole right-hand side of an assignment.
RegId ThreadLowering::callInto(const ExprNode& call, Result result) {
  if (call.name.text == "wait") return wait(call, result);
  if (call.name.text == "nondet") return nondet(call, result);
  misplacedCall(call);
  return kNoReg;
}

void ThreadLowering::misplacedCall(const ExprNode& call) {
  const std::string_view name = call.name.text;
  if (name == "wait" || name == "nondet") {
    error(call.at, fmt::format("'{}' cannot be a part of an expression", name),
          fmt::format("assign it first: r = {}(...);", name));
  } else if (name == "fence" || name == "lock" || name == "unlock" || name == "assert" ||
             name == "assume") {
    error(call.at, fmt::format("'{}' gives no value", name), "make it a statement of its own");
  } else {
    unknownCall(call);
  }
}

void ThreadLowering::unknownCall(const ExprNode& call) {
  Suggestion suggestion(call.name.text);
  suggestion.consider({"wait", "fence", "lock", "unlock", "assert", "assume", "nondet"});
  error(call.name.at, fmt::format("there is no {} to call", quoted(call.name.text)),
        suggestion.text("calls are wait, fence, lock, unlock, assert, assume and nondet; "
                        "operations on cells are written x.load(acq)"));
}

void ThreadLowering::fence(const ExprNode& call) {
  if (!countArguments(call, 1, 1, "fence(order)")) return;
  const auto given = order(*call.arguments[0]);
  if (!given) return;
  std::string objection = objectionTo(*given, Instr::Op::Fence);
  if (!objection.empty()) {
    error(call.arguments[0]->at, std::move(objection), ordersOf(Instr::Op::Fence));
    return;
  }
  Instr made = instr(Instr::Op::Fence, call.at);
  made.order = *given;
  emitter_.emit(std::move(made));
}

// assert and assume.
void ThreadLowering::check(const ExprNode& call, Instr::Op op) {
  if (!countArguments(call, 1, 1, fmt::format("{}(condition)", call.name.text))) return;
  Instr made = instr(op, call.at);
  asserts_ = op == Instr::Op::Assert;
  made.value = value(*call.arguments[0]);
  asserts_ = false;
  emitter_.emit(std::move(made));
}

// lock(x) is x.bcas(0, 1, acq), unlock(x) is x.store(0, rel).
void ThreadLowering::lock(const ExprNode& call, bool acquire) {
  if (!countArguments(call, 1, 1, fmt::format("{}(cell)", call.name.text))) return;
  const ExprNode& argument = *call.arguments[0];
  const Place place = cell(argument);
  if (!place.valid) return;
  if (place.variable != nullptr && !place.variable->atomic) {
    error(argument.at,
          fmt::format("{} is plain memory and cannot be a lock", quoted(argument.name.text)),
          fmt::format("declare {} as atomic", argument.name.text));
    return;
  }
  Instr made = instr(acquire ? Instr::Op::Bcas : Instr::Op::Store, call.at);
  made.address = place.address;
  made.order = acquire ? Order::Acq : Order::Rel;
  made.value = constant(acquire ? 1 : 0);
  if (acquire) made.expected = constant(0);
  emitter_.emit(std::move(made));
}

RegId ThreadLowering::nondet(const ExprNode& call, Result result) {
  if (!countArguments(call, 2, 2, "nondet(lowest, highest)")) return kNoReg;
  const auto lo = scope_.constant(*call.arguments[0]);
  const auto hi = scope_.constant(*call.arguments[1]);
  if (!lo || !hi) return kNoReg;
  if (*lo > *hi) {
    error(call.at, fmt::format("there is no value in {}..{}", *lo, *hi),
          "the lower bound comes first");
    return kNoReg;
  }
  Instr made = instr(Instr::Op::Havoc, call.at);
  made.lo = *lo;
  made.hi = *hi;
  made.dst = destination(result, IntType{*lo, *hi, IntType::Overflow::Error});
  const RegId dst = made.dst;
  emitter_.emit(std::move(made));
  return dst;
}

RegId ThreadLowering::wait(const ExprNode& call, Result result) {
  if (!countArguments(call, 1, 2, "wait(condition, order)")) return kNoReg;
  Instr made = instr(Instr::Op::Wait, call.at);
  WaitedFor seen;
  made.value = waitCondition(*call.arguments[0], seen);
  made.orderGiven = call.arguments.size() == 2;
  if (made.orderGiven) {
    const auto given = order(*call.arguments[1]);
    if (!given) return kNoReg;
    std::string objection = objectionTo(*given, Instr::Op::Wait);
    if (!objection.empty()) {
      error(call.arguments[1]->at, std::move(objection), ordersOf(Instr::Op::Wait));
      return kNoReg;
    }
    made.order = *given;
  }
  if (!seen.place.valid) {
    if (!seen.broken) {
      error(call.arguments[0]->at, "this condition does not mention a shared cell",
            "'assume' is for conditions on registers alone");
    }
    return kNoReg;
  }
  made.address = seen.place.address;
  made.dst = destination(result, typeOf(made.address, made.order));
  const RegId dst = made.dst;
  emitter_.emit(std::move(made));
  return dst;
}

// The condition in terms of the value read. `seen` is the cell that the condition refers to, once
// such a cell has been found.
ExprPtr ThreadLowering::waitCondition(const ExprNode& e, WaitedFor& seen) {
  if (refusals_.refuse(e)) {
    seen.broken = true;
    return constant(0);
  }
  switch (e.kind) {
    case ExprNode::Kind::Name:
    case ExprNode::Kind::Index: {
      const Symbol* const symbol = scope_.find(e.name);
      seen.broken |= symbol == nullptr;
      if (symbol == nullptr || symbol->kind != Symbol::Kind::Cell) return value(e);
      return waitCell(e, seen);
    }
    case ExprNode::Kind::Deref:
      return waitCell(e, seen);
    case ExprNode::Kind::Unary:
      return unary(e.unary, waitCondition(*e.lhs, seen));
    case ExprNode::Kind::Binary: {
      const ExprPtr lhs = waitCondition(*e.lhs, seen);
      const ExprPtr rhs = waitCondition(*e.rhs, seen);
      refusals_.refuseDivisor(e, rhs->kind == Expr::Kind::Const, rhs->value);
      return robur::binary(e.binary, lhs, rhs);
    }
    case ExprNode::Kind::Access:
      error(e.at, "inside 'wait' the cell is named without an operation",
            "write wait(x == 1, acq): the order comes last");
      seen.broken = true;
      return constant(0);
    case ExprNode::Kind::Broken:
    case ExprNode::Kind::Call:
      seen.broken = true;
      return value(e);
    default:
      return value(e);
  }
}

ExprPtr ThreadLowering::waitCell(const ExprNode& e, WaitedFor& seen) {
  if (e.lhs != nullptr && touchesMemory(*e.lhs)) {
    error(e.lhs->at, "which cell is waited for cannot depend on memory",
          "read it into a register first");
    seen.broken = true;
    return loaded();
  }
  const Place place = cell(e);
  const Variable* const variable = place.variable;
  if (variable != nullptr && !variable->atomic) {
    error(e.at, fmt::format("{} is plain memory and cannot be waited for", quoted(e.name.text)),
          fmt::format("declare {} as atomic", e.name.text));
  }
  if (!place.valid || (variable != nullptr && !variable->atomic)) {
    seen.broken = true;
    return loaded();
  }
  if (seen.place.valid && !(seen.place.address == place.address)) {
    error(e.at, "a wait may mention only one shared cell, and this is a second one",
          "wait for one after the other, or use a loop");
    return loaded();
  }
  seen.place = place;
  return loaded();
}

}  // namespace robur::frontend_rob
