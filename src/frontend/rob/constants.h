// Evaluation of constant expressions.
#pragma once

#include <cstdint>
#include <optional>

#include "frontend/rob/ast.h"
#include "program/arithmetic.h"

namespace robur::frontend_rob {

// The value of an expression; `leaf` gives the values of its leaves other than numbers, names first
// of all. Returns nullopt if `leaf` does for some leaf, or after complain(node, message) if the
// expression divides by zero.
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

// The value of an expression that mentions neither registers nor cells nor the thread index.
// Returns nullopt if it mentions one of them, or if evaluating it would fault: the fault is then
// found when the program runs.
std::optional<std::int64_t> constantValue(const ExprPtr& e);

}  // namespace robur::frontend_rob
