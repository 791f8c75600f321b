// Parentheses are printed where C's precedence needs them and nowhere else; operators of
// one level group to the left.
#include "program/print_instr.h"

#include <fmt/format.h>

#include "program/print.h"

namespace robur {

namespace {

constexpr int kUnaryLevel = 11;

std::string parenthesised(bool needed, std::string text) {
  return needed ? fmt::format("({})", text) : text;
}

}  // namespace

int levelOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::Or:
      return 1;
    case BinaryOp::And:
      return 2;
    case BinaryOp::BitOr:
      return 3;
    case BinaryOp::BitXor:
      return 4;
    case BinaryOp::BitAnd:
      return 5;
    case BinaryOp::Eq:
    case BinaryOp::Ne:
      return 6;
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge:
      return 7;
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return 8;
    case BinaryOp::Add:
    case BinaryOp::Sub:
      return 9;
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Mod:
      return 10;
  }
  return 0;
}

std::string InstrPrinter::registerName(RegId reg) const {
  return raw(reg) < names_.registers.size() ? names_.registers[raw(reg)] : "?";
}

std::string InstrPrinter::expr(const ExprPtr& e, const std::string& loaded) const {
  return e ? node(*e, 0, loaded) : "?";
}

// Text of e as an operand where operators below level `context` need parentheses.
std::string InstrPrinter::node(const Expr& e, int context, const std::string& loaded) const {
  switch (e.kind) {
    case Expr::Kind::Const:
      return parenthesised(e.value < 0 && context >= kUnaryLevel, std::to_string(e.value));
    case Expr::Kind::Reg:
      return registerName(e.reg);
    case Expr::Kind::ThreadIndex:
      return index_ ? std::to_string(*index_) : "tid";
    case Expr::Kind::Loaded:
      return parenthesised(loaded.starts_with('*') && context >= kUnaryLevel, loaded);
    case Expr::Kind::AddressOf:
      return fmt::format("&{}", names_.locations[raw(e.location)]);
    case Expr::Kind::Unary:
      return parenthesised(context >= kUnaryLevel, fmt::format("{}{}", spelling(e.unary),
                                                               node(*e.lhs, kUnaryLevel, loaded)));
    case Expr::Kind::Binary: {
      const int level = levelOf(e.binary);
      return parenthesised(level < context,
                           fmt::format("{} {} {}", node(*e.lhs, level, loaded), spelling(e.binary),
                                       node(*e.rhs, level + 1, loaded)));
    }
  }
  return "?";
}

std::string InstrPrinter::cell(const Address& address) const {
  if (address.pointer) return fmt::format("*{}", node(*address.index, kUnaryLevel, "value"));
  const Location& location = program_[address.base];
  const std::string& name = names_.locations[raw(address.base)];
  if (!location.isArray) return name;
  return fmt::format("{}[{}]", name, address.index ? expr(address.index) : "0");
}

std::string InstrPrinter::call(const Instr& instr, std::string_view method,
                               std::string_view arguments) const {
  const std::string target = cell(instr.address);
  std::string all(arguments);
  if (instr.orderGiven || instr.order == Order::NonAtomic) {
    if (!all.empty()) all += ", ";
    all += spelling(instr.order);
    if (instr.op == Instr::Op::Cas) all += fmt::format(", {}", spelling(instr.failOrder));
  }
  return fmt::format("{}.{}({})", parenthesised(instr.address.pointer, target), method, all);
}

std::string InstrPrinter::result(const Instr& instr, std::string_view text) const {
  if (instr.dst == kNoReg) return std::string(text);
  return fmt::format("{} = {}", registerName(instr.dst), text);
}

std::string InstrPrinter::instr(const Instr& i) const {
  const bool byName = !i.address.pointer && i.order == Order::NonAtomic;
  switch (i.op) {
    case Instr::Op::Assign:
      return result(i, expr(i.value));
    case Instr::Op::Havoc:
      return result(i, fmt::format("nondet({}, {})", std::to_string(i.lo), std::to_string(i.hi)));
    case Instr::Op::Load:
      return result(i, byName ? cell(i.address) : call(i, "load", ""));
    case Instr::Op::Store:
      if (byName) return fmt::format("{} = {}", cell(i.address), expr(i.value));
      return call(i, "store", expr(i.value));
    case Instr::Op::Rmw:
      return result(i, call(i, spelling(i.rmw), expr(i.value, cell(i.address))));
    case Instr::Op::Cas:
    case Instr::Op::Bcas:
      return result(i, call(i, i.op == Instr::Op::Cas ? "cas" : "bcas",
                            fmt::format("{}, {}", expr(i.expected), expr(i.value))));
    case Instr::Op::Wait: {
      const std::string condition = expr(i.value, cell(i.address));
      if (!i.orderGiven) return result(i, fmt::format("wait({})", condition));
      return result(i, fmt::format("wait({}, {})", condition, spelling(i.order)));
    }
    case Instr::Op::Fence:
      return fmt::format("fence({})", spelling(i.order));
    case Instr::Op::Branch:
      return fmt::format("if ({})", expr(i.value));
    case Instr::Op::Choose:
      return "choose";
    case Instr::Op::Goto:
      return "goto";
    case Instr::Op::Assert:
      return fmt::format("assert({})", expr(i.value));
    case Instr::Op::Assume:
      return fmt::format("assume({})", expr(i.value));
    case Instr::Op::Halt:
      return "return";
  }
  return "?";
}

}  // namespace robur
