// Races of plain accesses with atomic accesses to the same cell, in a program that is robust.
//
// The search of states sees such a race if both accesses can be about to happen. Two accesses that
// never are may still be unordered. A robust program has only SC executions, so the axioms are
// asked about every one of them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "result/finding.h"
#include "semantics/machine.h"

namespace robur {

struct MixedRaces {
  std::optional<Finding> race;
  std::string unknown;  // why there may be one all the same; empty: there is none
};

// `stop` ends the search if it returns true.
MixedRaces mixedRacesOf(const Machine& machine, ModelName model, const std::function<bool()>& stop);

}  // namespace robur
