#include "program/arithmetic.h"

namespace robur {

namespace {

constexpr std::uint64_t bits(std::int64_t v) {
  return static_cast<std::uint64_t>(v);
}
constexpr std::int64_t number(std::uint64_t v) {
  return static_cast<std::int64_t>(v);
}

// Rounds toward zero. The one quotient that does not fit wraps around.
std::int64_t quotient(std::int64_t a, std::int64_t b) {
  return b == -1 ? number(0 - bits(a)) : a / b;
}

}  // namespace

std::int64_t apply(UnaryOp op, std::int64_t operand) {
  switch (op) {
    case UnaryOp::Neg:
      return number(0 - bits(operand));
    case UnaryOp::Not:
      return operand == 0 ? 1 : 0;
    case UnaryOp::BitNot:
      return ~operand;
  }
  return 0;
}

std::optional<std::int64_t> apply(BinaryOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case BinaryOp::Add:
      return number(bits(a) + bits(b));
    case BinaryOp::Sub:
      return number(bits(a) - bits(b));
    case BinaryOp::Mul:
      return number(bits(a) * bits(b));
    case BinaryOp::Div:
      return b == 0 ? std::nullopt : std::optional(quotient(a, b));
    case BinaryOp::Mod:
      if (b == 0) return std::nullopt;
      return number(bits(a) - bits(quotient(a, b)) * bits(b));
    case BinaryOp::BitAnd:
      return a & b;
    case BinaryOp::BitOr:
      return a | b;
    case BinaryOp::BitXor:
      return a ^ b;
    case BinaryOp::Shl:
      return number(bits(a) << (bits(b) % 64));
    case BinaryOp::Shr:
      return a >> (bits(b) % 64);
    case BinaryOp::Eq:
      return a == b;
    case BinaryOp::Ne:
      return a != b;
    case BinaryOp::Lt:
      return a < b;
    case BinaryOp::Le:
      return a <= b;
    case BinaryOp::Gt:
      return a > b;
    case BinaryOp::Ge:
      return a >= b;
    case BinaryOp::And:
      return a != 0 && b != 0;
    case BinaryOp::Or:
      return a != 0 || b != 0;
  }
  return std::nullopt;
}

ExprPtr folded(const ExprPtr& e) {
  if (!e || (e->kind != Expr::Kind::Unary && e->kind != Expr::Kind::Binary)) return e;
  const ExprPtr lhs = folded(e->lhs);
  const bool known = lhs->kind == Expr::Kind::Const;
  if (e->kind == Expr::Kind::Unary) {
    if (known) return constant(apply(e->unary, lhs->value));
    return lhs == e->lhs ? e : unary(e->unary, lhs);
  }
  if (known && e->binary == BinaryOp::And && lhs->value == 0) return constant(0);
  if (known && e->binary == BinaryOp::Or && lhs->value != 0) return constant(1);
  const ExprPtr rhs = folded(e->rhs);
  if (known && rhs->kind == Expr::Kind::Const) {
    if (const auto value = apply(e->binary, lhs->value, rhs->value)) return constant(*value);
  }
  return lhs == e->lhs && rhs == e->rhs ? e : binary(e->binary, lhs, rhs);
}

}  // namespace robur
