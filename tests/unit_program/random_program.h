// Random IR, with any operation anywhere and any control flow: nothing that a program
// would do on purpose, and everything that the IR allows.
#pragma once

#include <cstdint>

#include "program/program.h"

namespace robur::testing {

// Valid, and the same for the same seed.
Program randomProgram(std::uint64_t seed);

}  // namespace robur::testing
