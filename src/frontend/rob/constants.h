// Arithmetic at compile time: the same as at run time, faults excepted.
#pragma once

#include <cstdint>
#include <optional>

#include "program/expr.h"

namespace robur::rob {

std::int64_t apply(UnaryOp op, std::int64_t operand);
// Nothing if this is a division by zero.
std::optional<std::int64_t> apply(BinaryOp op, std::int64_t lhs, std::int64_t rhs);

// The value of an expression that mentions neither registers nor cells nor the thread.
// Nothing if it does, or if evaluating it would fault: that is left to the run.
std::optional<std::int64_t> constantValue(const ExprPtr& e);

}  // namespace robur::rob
