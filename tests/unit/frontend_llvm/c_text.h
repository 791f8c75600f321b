// A program of the IR written in C11, one label and one goto per instruction: what a C compiler
// makes of it must mean the same again.
#pragma once

#include <optional>
#include <string>

#include "program/program.h"

namespace robur::testing {

// The same program with every cell and register an int.
Program withInts(Program program);

// Nothing if the program uses pointers or shifts, which C would treat differently. All
// locations and registers must be ints.
std::optional<std::string> asC(const Program& program);

}  // namespace robur::testing
