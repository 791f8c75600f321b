// Random programs with locks, as litmus tests: critical sections, nested or one after the other,
// with a few accesses of plain and atomic locations in them and around them. Some are wrong: a lock
// is never released, or taken in another order elsewhere, or somebody looks at it without waiting.
#pragma once

#include <cstdint>
#include <string>

namespace robur::testing {

std::string lockedSections(std::uint64_t seed);

}  // namespace robur::testing
