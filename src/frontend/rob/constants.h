// Expressions that have a value before the program runs.
#pragma once

#include <cstdint>
#include <optional>

#include "program/arithmetic.h"

namespace robur::rob {

// The value of an expression that mentions neither registers nor cells nor the thread.
// Nothing if it does, or if evaluating it would fault: that is left to the run.
std::optional<std::int64_t> constantValue(const ExprPtr& e);

}  // namespace robur::rob
