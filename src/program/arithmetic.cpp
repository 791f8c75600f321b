#include "program/arithmetic.h"

namespace robur {

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
