// The arithmetic of expressions, for whoever evaluates them before the program runs.
#pragma once

#include <cstdint>
#include <optional>

#include "program/expr.h"

namespace robur {

std::int64_t apply(UnaryOp op, std::int64_t operand);
// Nothing if this is a division by zero.
std::optional<std::int64_t> apply(BinaryOp op, std::int64_t lhs, std::int64_t rhs);

// The expression with everything evaluated that is constant. What would fault stays, and
// so does an operand that might: only what the left side of && and || decides is dropped.
ExprPtr folded(const ExprPtr& e);

}  // namespace robur
