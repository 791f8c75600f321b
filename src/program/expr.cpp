// Making expressions and comparing them. Nodes are small and shared; nothing is folded
// here, so that reports print what the frontend built.
#include "program/expr.h"

#include <cassert>
#include <utility>

namespace robur {

namespace {

ExprPtr leaf(Expr::Kind kind) {
  Expr e;
  e.kind = kind;
  return std::make_shared<const Expr>(std::move(e));
}

}  // namespace

ExprPtr constant(std::int64_t value) {
  Expr e;
  e.value = value;
  return std::make_shared<const Expr>(std::move(e));
}

ExprPtr reg(RegId reg) {
  assert(reg != kNoReg);
  Expr e;
  e.kind = Expr::Kind::Reg;
  e.reg = reg;
  return std::make_shared<const Expr>(std::move(e));
}

ExprPtr threadIndex() {
  return leaf(Expr::Kind::ThreadIndex);
}

ExprPtr loaded() {
  return leaf(Expr::Kind::Loaded);
}

ExprPtr addressOf(LocationId location) {
  Expr e;
  e.kind = Expr::Kind::AddressOf;
  e.location = location;
  return std::make_shared<const Expr>(std::move(e));
}

ExprPtr unary(UnaryOp op, ExprPtr operand) {
  assert(operand);
  Expr e;
  e.kind = Expr::Kind::Unary;
  e.unary = op;
  e.lhs = std::move(operand);
  return std::make_shared<const Expr>(std::move(e));
}

ExprPtr binary(BinaryOp op, ExprPtr lhs, ExprPtr rhs) {
  assert(lhs && rhs);
  Expr e;
  e.kind = Expr::Kind::Binary;
  e.binary = op;
  e.lhs = std::move(lhs);
  e.rhs = std::move(rhs);
  return std::make_shared<const Expr>(std::move(e));
}

const char* spelling(UnaryOp op) {
  switch (op) {
    case UnaryOp::Neg:
      return "-";
    case UnaryOp::Not:
      return "!";
    case UnaryOp::BitNot:
      return "~";
  }
  return "?";
}

const char* spelling(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return "+";
    case BinaryOp::Sub:
      return "-";
    case BinaryOp::Mul:
      return "*";
    case BinaryOp::Div:
      return "/";
    case BinaryOp::Mod:
      return "%";
    case BinaryOp::BitAnd:
      return "&";
    case BinaryOp::BitOr:
      return "|";
    case BinaryOp::BitXor:
      return "^";
    case BinaryOp::Shl:
      return "<<";
    case BinaryOp::Shr:
      return ">>";
    case BinaryOp::Eq:
      return "==";
    case BinaryOp::Ne:
      return "!=";
    case BinaryOp::Lt:
      return "<";
    case BinaryOp::Le:
      return "<=";
    case BinaryOp::Gt:
      return ">";
    case BinaryOp::Ge:
      return ">=";
    case BinaryOp::And:
      return "&&";
    case BinaryOp::Or:
      return "||";
  }
  return "?";
}

bool equal(const ExprPtr& a, const ExprPtr& b) {
  if (a == b) return true;
  if (!a || !b || a->kind != b->kind) return false;
  switch (a->kind) {
    case Expr::Kind::Const:
      return a->value == b->value;
    case Expr::Kind::Reg:
      return a->reg == b->reg;
    case Expr::Kind::ThreadIndex:
    case Expr::Kind::Loaded:
      return true;
    case Expr::Kind::AddressOf:
      return a->location == b->location;
    case Expr::Kind::Unary:
      return a->unary == b->unary && equal(a->lhs, b->lhs);
    case Expr::Kind::Binary:
      return a->binary == b->binary && equal(a->lhs, b->lhs) && equal(a->rhs, b->rhs);
  }
  return false;
}

}  // namespace robur
