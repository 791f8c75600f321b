// The cheapest choice that meets all constraints, by branch and bound.
//
// A constraint comes from one violation, which happens unless one of `anyOf` is chosen or one of
// `notAllOf` is not. The second part is needed because the cycle of the violation may pass through
// chosen fences: in models where an SC fence is an update of one reserved location, a fence adds
// order under SC and can thereby make a program less robust.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "repair/strengthening.h"

namespace robur {

struct Constraint {
  std::vector<std::uint32_t> anyOf;     // sorted
  std::vector<std::uint32_t> notAllOf;  // sorted
};

bool meets(const Choice& choice, const Constraint& constraint);

struct Solution {
  Choice choice;
  std::uint64_t price = 0;
};

// The cheapest choice; among equally cheap ones the one with the fewest strengthenings, then the
// first in the order of their numbers. Nothing if the constraints contradict each other.
std::optional<Solution> cheapest(const std::vector<Strengthening>& options,
                                 const std::vector<Constraint>& constraints);

// All choices of that price that meet the constraints and contain nothing superfluous, sorted; at
// most `most` of them.
std::vector<Solution> allOfPrice(const std::vector<Strengthening>& options,
                                 const std::vector<Constraint>& constraints, std::uint64_t price,
                                 std::size_t most);

}  // namespace robur
