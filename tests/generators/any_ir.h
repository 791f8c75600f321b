// Random IR, with any operation anywhere and any control flow: meaningless as a
// program, but everything that the IR allows.
#pragma once

#include <cstdint>

#include "program/program.h"

namespace robur::testing {

// Valid, and the same for the same seed.
Program randomIr(std::uint64_t seed);

}  // namespace robur::testing
