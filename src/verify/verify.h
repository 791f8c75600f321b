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
#include "verify/reach.h"

namespace robur {

enum class Safety : std::uint8_t { Safe, Unsafe, Unknown };
enum class Engine : std::uint8_t { All, Sc, Robust, Potential };

struct VerifyOptions {
  CheckOptions check;  // limits, workers, who interrupts
  Engine engine = Engine::All;
  std::optional<Reach> reach;  // instead of assertions, faults and races
};

struct PotentialStatistics {
  std::uint64_t forwardStates = 0;
  std::uint64_t expanded = 0;
  std::uint64_t basis = 0;
};

struct Verification {
  std::string file;
  ModelName model{};
  Safety safety = Safety::Unknown;
  std::string reason;              // Unknown: why; Safe: how it is known
  std::vector<std::string> steps;  // what each engine found out, one line each
  // Unsafe: what happens and where, with a graph that src/graph found consistent. For a state
  // to be reached there is no property to speak of: `reached` is set instead.
  std::optional<Finding> finding;
  bool reached = false;
  // If the graph is not sequentially consistent: where it leaves SC, as a violation of robustness.
  std::optional<Finding> departure;
  PotentialStatistics potential;
  std::uint64_t scStates = 0;
  double seconds = 0;
};

Verification verify(const Program& program, ModelName model, const VerifyOptions& options);

const char* spelling(Safety safety);  // "safe", "unsafe", "unknown"

}  // namespace robur
