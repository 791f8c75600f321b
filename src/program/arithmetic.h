// Expressions evaluated before the program runs: operators on constants, and constant folding.
#pragma once

#include <cstdint>
#include <optional>

#include "program/expr.h"
#include "program/operators.h"

namespace robur {

constexpr std::int64_t apply(UnaryOp op, std::int64_t operand) {
  return applyUnary(op, operand);
}
// Nothing for a division by zero.
constexpr std::optional<std::int64_t> apply(BinaryOp op, std::int64_t lhs, std::int64_t rhs) {
  bool divisionByZero = false;
  const std::int64_t value = applyBinary(op, lhs, rhs, divisionByZero);
  if (divisionByZero) return std::nullopt;
  return value;
}

// The expression with every constant part evaluated. A part that faults stays, and so does an
// operand that may fault: only operands that the left side of && and || makes irrelevant are
// dropped.
ExprPtr folded(const ExprPtr& e);

}  // namespace robur
