// Expressions that have a value before the program runs.
#pragma once

#include <cstdint>
#include <optional>

#include "frontend/rob/ast.h"
#include "program/arithmetic.h"

namespace robur::frontend_rob {

// The value of an expression whose other parts, names first of all, `leaf` knows. Nothing if it
// does not; complain(node, message) is told if it divides by zero.
template <class Leaf, class Complain>
std::optional<std::int64_t> valueOf(const ExprNode& e, const Leaf& leaf, const Complain& complain) {
  if (e.kind == ExprNode::Kind::Number) return e.value;
  if (e.kind == ExprNode::Kind::Unary) {
    const auto operand = valueOf(*e.lhs, leaf, complain);
    return operand ? std::optional(apply(e.unary, *operand)) : std::nullopt;
  }
  if (e.kind != ExprNode::Kind::Binary) return leaf(e);
  const auto lhs = valueOf(*e.lhs, leaf, complain);
  const auto rhs = valueOf(*e.rhs, leaf, complain);
  if (!lhs || !rhs) return std::nullopt;
  const auto value = apply(e.binary, *lhs, *rhs);
  if (!value) complain(*e.rhs, "this divides by zero");
  return value;
}

// The value of an expression that mentions neither registers nor cells nor the thread.
// Nothing if it does, or if evaluating it would fault: that is left to the run.
std::optional<std::int64_t> constantValue(const ExprPtr& e);

}  // namespace robur::frontend_rob
