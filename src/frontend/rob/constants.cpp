#include "frontend/rob/constants.h"

namespace robur::rob {

namespace {

constexpr std::uint64_t bits(std::int64_t v) {
  return static_cast<std::uint64_t>(v);
}
constexpr std::int64_t number(std::uint64_t v) {
  return static_cast<std::int64_t>(v);
}

// Rounds toward zero. The one quotient that does not fit wraps around.
std::int64_t quotient(std::int64_t a, std::int64_t b) {
  return b == -1 ? number(~bits(a) + 1) : a / b;
}

}  // namespace

std::int64_t apply(UnaryOp op, std::int64_t operand) {
  switch (op) {
    case UnaryOp::Neg:
      return number(~bits(operand) + 1);
    case UnaryOp::Not:
      return operand == 0 ? 1 : 0;
    case UnaryOp::BitNot:
      return ~operand;
  }
  return 0;
}

std::optional<std::int64_t> apply(BinaryOp op, std::int64_t lhs, std::int64_t rhs) {
  switch (op) {
    case BinaryOp::Add:
      return number(bits(lhs) + bits(rhs));
    case BinaryOp::Sub:
      return number(bits(lhs) - bits(rhs));
    case BinaryOp::Mul:
      return number(bits(lhs) * bits(rhs));
    case BinaryOp::Div:
      return rhs == 0 ? std::nullopt : std::optional(quotient(lhs, rhs));
    case BinaryOp::Mod:
      if (rhs == 0) return std::nullopt;
      return number(bits(lhs) - bits(quotient(lhs, rhs)) * bits(rhs));
    case BinaryOp::BitAnd:
      return lhs & rhs;
    case BinaryOp::BitOr:
      return lhs | rhs;
    case BinaryOp::BitXor:
      return lhs ^ rhs;
    case BinaryOp::Shl:
      return number(bits(lhs) << (bits(rhs) % 64));
    case BinaryOp::Shr:
      return lhs >> (bits(rhs) % 64);
    case BinaryOp::Eq:
      return lhs == rhs;
    case BinaryOp::Ne:
      return lhs != rhs;
    case BinaryOp::Lt:
      return lhs < rhs;
    case BinaryOp::Le:
      return lhs <= rhs;
    case BinaryOp::Gt:
      return lhs > rhs;
    case BinaryOp::Ge:
      return lhs >= rhs;
    case BinaryOp::And:
      return lhs != 0 && rhs != 0;
    case BinaryOp::Or:
      return lhs != 0 || rhs != 0;
  }
  return std::nullopt;
}

std::optional<std::int64_t> constantValue(const ExprPtr& e) {
  if (e->kind == Expr::Kind::Const) return e->value;
  if (e->kind != Expr::Kind::Unary && e->kind != Expr::Kind::Binary) return std::nullopt;
  const auto lhs = constantValue(e->lhs);
  if (!lhs) return std::nullopt;
  if (e->kind == Expr::Kind::Unary) return apply(e->unary, *lhs);
  if (e->binary == BinaryOp::And && *lhs == 0) return 0;
  if (e->binary == BinaryOp::Or && *lhs != 0) return 1;
  const auto rhs = constantValue(e->rhs);
  return rhs ? apply(e->binary, *lhs, *rhs) : std::nullopt;
}

}  // namespace robur::rob
