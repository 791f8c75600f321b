// Programs with just so many SC fences that nothing can be seen out of order: in front of every
// access at first, and then as many taken away, in an order of chance, as leaves no delays
// (check/delays.h). A rule for delays that is too generous takes away one too many, and the oracle
// will say so.
#pragma once

#include <cstdint>

#include "program/model_name.h"
#include "program/program.h"

namespace robur::testing {

Program fencedWithoutDelays(const Program& program, ModelName model, std::uint64_t seed);

}  // namespace robur::testing
