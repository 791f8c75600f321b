// The cheapest choice that meets all constraints, by branch and bound.
//
// A constraint comes from one violation: it happens whatever else is chosen, unless one of
// `anyOf` is chosen or one of `notAllOf` is left out. The latter is needed because the
// violation's cycle may run through fences that were themselves chosen: under models in
// which an SC fence is an update of one reserved location, a fence orders things under SC
// and thereby can also make a program less robust.
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

// The cheapest; of equally cheap ones that with the fewest strengthenings, then the first in
// the order of their numbers. Nothing if the constraints contradict each other.
std::optional<Solution> cheapest(const std::vector<Strengthening>& options,
                                 const std::vector<Constraint>& constraints);

// All choices of that price that meet the constraints and in which nothing is superfluous for
// them, sorted; at most `most` of them.
std::vector<Solution> allOfPrice(const std::vector<Strengthening>& options,
                                 const std::vector<Constraint>& constraints, std::uint64_t price,
                                 std::size_t most);

}  // namespace robur
