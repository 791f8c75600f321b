// The question of this module: can something bad happen under the model, robust or not?
//
// Bad is a failing assertion or another fault of a thread, a data race on plain memory, or, if
// the user says so, a state that an expression describes. Three engines answer, the cheapest
// first: a search under SC (an ordinary bug is unsafe under every model), robustness (then SC
// says it all), and backward coverability over potentials. What each found out is kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "result/verify_result.h"
#include "verify/reach.h"

namespace robur::verify {

struct VerifyOptions {
  CheckOptions check;  // limits, workers, who interrupts
  Engine engine = Engine::All;
  std::optional<Reach> reach;  // instead of assertions, faults and races
};

Verification verify(const Program& program, ModelName model, const VerifyOptions& options);

}  // namespace robur::verify
