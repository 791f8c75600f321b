// A program with an additional thread that loops forever and accesses nothing.
//
// It changes no verdict. But no state is final then, so the search must not postpone the other
// threads indefinitely around a cycle: the rule of partial-order reduction (the cycle proviso) that
// is needed least often and is easiest to get wrong.
#pragma once

#include <cstdint>

#include "program/program.h"

namespace robur::testing {

// Its circle has as many states as the seed wants: one, two or three.
Program withIdler(const Program& program, std::uint64_t seed);

}  // namespace robur::testing
