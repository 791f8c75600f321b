// Statements that access memory, and assignments to registers, which look the same up to the
// right-hand side.
#include "frontend/tpl/parser.h"

namespace robur::frontend_tpl {

// A name at the beginning of a statement is either assigned to, or is a location with a method.
void Parser::nameStatement() {
  const Token name = token_;
  if (ahead_.is("=")) {
    advance();
    advance();
    return assignment(name);
  }
  if (ahead_.is(".")) {
    methodCall(name, std::nullopt);
    return semicolonAfter("the access");
  }
  advance();
  if (is("[")) {
    return error(here(), "this language has no arrays", "declare one location per element");
  }
  error(here(),
        fmt::format("expected '=', '.' or ':' after {}, found {}", quoted(name.text), found()));
}

void Parser::assignment(const Token& target) {
  if (locations_.contains(target.text)) {
    return error(target.span,
                 fmt::format("{} is shared and cannot be assigned to", quoted(target.text)),
                 fmt::format("write {}.store(value);", target.text));
  }
  const std::optional<RegId> dst = registerNamed(target);
  const RegId reg = dst.value_or(kNoReg);
  if (is("CAS")) {
    cas(Instr::Op::Cas, reg);
  } else if (is("FADD") || is("exchange")) {
    rmw(reg);
  } else if (is("wait")) {
    wait(reg);
  } else if (is("BCAS")) {
    error(here(), "BCAS gives no result: it always finds the value it expects");
  } else if (token_.kind == Token::Kind::Name && ahead_.is(".")) {
    methodCall(token_, reg);
    semicolonAfter("the access");
  } else {
    Instr instr;
    instr.op = Instr::Op::Assign;
    instr.dst = reg;
    instr.value = expression();
    if (panic_) return;
    instr.span = from(target.span);
    builder_.emit(std::move(instr));
    semicolonAfter("the assignment");
  }
}

std::optional<LocationId> Parser::locationNamed(const Token& name, bool atomic) {
  const auto known = locations_.find(name.text);
  if (known == locations_.end()) {
    const bool isRegister = registers_.contains(name.text);
    complain(name.span,
             fmt::format("{} is {}", quoted(name.text),
                         isRegister ? "a register, not a shared location" : "not declared"),
             isRegister ? "" : fmt::format("declare it: global {};", name.text));
    return std::nullopt;
  }
  if (program_[known->second].atomic != atomic) {
    complain(name.span,
             fmt::format("{} is {}", quoted(name.text), atomic ? "non-atomic" : "atomic"),
             atomic ? "use naload and nastore, or declare it under global"
                    : "use load and store, or declare it under na");
    return std::nullopt;
  }
  return known->second;
}

// x.load(o) and d.naload(), whose value is assigned; x.store(e, o) and d.nastore(e).
void Parser::methodCall(Token location, std::optional<RegId> dst) {
  advance();
  advance();
  const Token method = token_;
  const bool load = method.is("load") || method.is("naload");
  const bool store = method.is("store") || method.is("nastore");
  if (!load && !store) {
    return error(here(), fmt::format("expected load, store, naload or nastore, found {}", found()));
  }
  advance();
  expect("(", fmt::format("after {}", method.text));
  Instr instr;
  instr.op = load ? Instr::Op::Load : Instr::Op::Store;
  instr.dst = load ? dst.value_or(kNoReg) : kNoReg;
  const bool atomic = method.is("load") || method.is("store");
  instr.address.base = locationNamed(location, atomic).value_or(LocationId{});
  if (store) instr.value = expression();
  bool strong = false;
  if (!atomic) {
    instr.order = Order::NonAtomic;
  } else if (store ? accept(",") : !is(")")) {
    if (!givenOrder(load ? "acq" : "rel", load ? Order::Acq : Order::Rel, strong)) return;
    instr.order = !strong ? Order::Rlx : load ? Order::Acq : Order::Rel;
  } else {
    instr.orderGiven = false;
  }
  expect(")", fmt::format("after the operands of {}", method.text));
  if (panic_) return;
  instr.span = from(location.span);
  if (store && dst) {
    return error(instr.span, "a store has no result");
  }
  if (load && !dst) {
    return error(
        instr.span, "the value that is loaded must go into a register",
        fmt::format("write r = {}.{}(...); with a register r", location.text, method.text));
  }
  builder_.emit(std::move(instr));
}

// Parses one order: rlx, or the strong order that the operation can have.
bool Parser::givenOrder(std::string_view other, Order strong, bool& isStrong) {
  if (accept("rlx")) return true;
  if (accept(other)) {
    isStrong = true;
    return true;
  }
  const char* const reading =
      strong == Order::Acq ? "a read is rlx or acq" : "a write is rlx or rel";
  error(here(), fmt::format("expected rlx or {}, found {}", other, found()), reading);
  return false;
}

// Parses ", LO, SO" of an operation that reads and writes, or nothing.
void Parser::orders(Instr& instr) {
  instr.orderGiven = false;
  if (!accept(",")) return;
  bool acq = false;
  bool rel = false;
  if (!givenOrder("acq", Order::Acq, acq)) return;
  if (!expect(",", "between the order of the read and that of the write")) return;
  if (!givenOrder("rel", Order::Rel, rel)) return;
  instr.orderGiven = true;
  instr.order = acq && rel ? Order::AcqRel : acq ? Order::Acq : rel ? Order::Rel : Order::Rlx;
  instr.failOrder = acq ? Order::Acq : Order::Rlx;
}

void Parser::callEnd(Instr instr, Span start) {
  expect(")", "after the operands");
  if (panic_) return;
  instr.span = from(start);
  builder_.emit(std::move(instr));
  semicolonAfter("the access");
}

void Parser::rmw(RegId dst) {
  const Span start = here();
  Instr instr;
  instr.op = Instr::Op::Rmw;
  instr.rmw = is("FADD") ? RmwOp::Add : RmwOp::Exchange;
  instr.dst = dst;
  advance();
  expect("(", "before the operands");
  const Token name = expectName("the name of a shared location");
  if (panic_) return;
  instr.address.base = locationNamed(name, true).value_or(LocationId{});
  expect(",", "after the location");
  instr.value = expression();
  orders(instr);
  callEnd(std::move(instr), start);
}

void Parser::cas(Instr::Op op, RegId dst) {
  const Span start = here();
  Instr instr;
  instr.op = op;
  instr.dst = dst;
  advance();
  expect("(", "before the operands");
  const Token name = expectName("the name of a shared location");
  if (panic_) return;
  instr.address.base = locationNamed(name, true).value_or(LocationId{});
  expect(",", "after the location");
  instr.expected = expression();
  expect(",", "after the value to expect");
  instr.value = expression();
  orders(instr);
  callEnd(std::move(instr), start);
}

// wait(x, v1, ..., vn [, LO]): blocks until x holds one of the values.
void Parser::wait(RegId dst) {
  const Span start = here();
  Instr instr;
  instr.op = Instr::Op::Wait;
  instr.dst = dst;
  instr.orderGiven = false;
  advance();
  expect("(", "after wait");
  const Token name = expectName("the name of a shared location");
  if (panic_) return;
  instr.address.base = locationNamed(name, true).value_or(LocationId{});
  expect(",", "after the location");
  do {
    const bool isOrder = (is("rlx") || is("acq")) && instr.value && ahead_.is(")");
    if (isOrder) {
      instr.order = is("acq") ? Order::Acq : Order::Rlx;
      instr.orderGiven = true;
      advance();
      break;
    }
    const ExprPtr value = operand();
    if (panic_ || !countOperator()) return;
    const ExprPtr test = binary(BinaryOp::Eq, loaded(), value);
    instr.value = instr.value ? binary(BinaryOp::Or, instr.value, test) : test;
  } while (accept(","));
  callEnd(std::move(instr), start);
}

// A fence without an argument, or with upd, is sequentially consistent.
void Parser::fence() {
  Instr instr;
  instr.op = Instr::Op::Fence;
  instr.order = Order::Sc;
  const Span start = here();
  advance();
  if (accept("(")) {
    if (accept("acq")) {
      instr.order = Order::Acq;
    } else if (accept("rel")) {
      instr.order = Order::Rel;
    } else if (accept("acq_rel")) {
      instr.order = Order::AcqRel;
    } else if (!accept("seq_cst") && !accept("upd")) {
      return error(here(), fmt::format("expected the kind of the fence, found {}", found()),
                   "a fence is acq, rel, acq_rel, seq_cst or upd");
    }
    expect(")", "after the kind of the fence");
  }
  if (panic_) return;
  instr.span = from(start);
  builder_.emit(std::move(instr));
  semicolonAfter("fence");
}

void Parser::lockOrUnlock() {
  const Span start = here();
  const bool locks = is("lock");
  Instr instr;
  instr.op = locks ? Instr::Op::Bcas : Instr::Op::Store;
  instr.order = locks ? Order::Acq : Order::Rel;
  instr.failOrder = Order::Acq;
  instr.value = constant(locks ? 1 : 0);
  if (locks) instr.expected = constant(0);
  advance();
  expect("(", locks ? "after lock" : "after unlock");
  const Token name = expectName("the name of a shared location");
  if (panic_) return;
  instr.address.base = locationNamed(name, true).value_or(LocationId{});
  callEnd(std::move(instr), start);
}

}  // namespace robur::frontend_tpl
