// A program and beside its threads one that goes round in circles forever, and touches nothing.
//
// It changes no verdict. But no state is then one in which all threads have come to rest, so that
// the search may not put off the others forever: the rule of partial-order reduction that is
// needed least often, and most easily got wrong.
#pragma once

#include <cstdint>

#include "program/program.h"

namespace robur::testing {

// Its circle has as many states as the seed wants: one, two or three.
Program withIdler(const Program& program, std::uint64_t seed);

}  // namespace robur::testing
