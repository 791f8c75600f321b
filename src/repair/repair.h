// The cheapest strengthenings that make a program robust, or safe.
//
// The goal is checked with the cheapest choice that meets all constraints known so far, at first
// the empty one. Violations give constraints (blocking_set.h for robustness, safety_constraint.h
// for safety), the solver the next choice. Every choice tried is a lower bound, so the first one
// that fulfils the goal is optimal.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/check.h"
#include "repair/solver.h"
#include "repair/strengthening.h"
#include "result/repair_result.h"

namespace robur {

// The violation that a constraint prevents.
struct Reason {
  ModelName model{};
  Finding finding;
  Constraint constraint;
  std::shared_ptr<const Program> instance = {};  // that the finding refers to, if any
};

struct RepairOptions {
  Goal goal = Goal::Robust;
  bool hangs = true;  // Goal::Safe: no thread may wait forever
  std::vector<ModelName> models;
  CheckOptions check;
  bool all = false;  // all cheapest choices
  // Called before each attempt, with the size of the choice and the number of checks so far.
  std::function<void(std::size_t strengthenings, unsigned checks)> progress;
};

struct Repair {
  enum class Outcome : std::uint8_t {
    Repaired,
    Fulfilled,   // nothing to do
    Impossible,  // nothing allowed prevents `reasons.back()`
    Unknown,     // a limit was reached; see why
  };
  Outcome outcome = Outcome::Unknown;
  std::vector<Solution> solutions;  // the first is the one to take
  std::vector<Reason> reasons;      // constraints in the order in which they were found
  unsigned checks = 0;              // one per model and choice; those of abstractions do not count
  std::string why;                  // Unknown
  Statistics statistics;            // of all checks

  // Why a strengthening of the first solution is in it: the first reason that nothing else
  // in it answers; null if there is none.
  const Reason* reasonFor(std::uint32_t option) const;
};

Repair repair(const Draft& draft, const RepairOptions& options);

}  // namespace robur
