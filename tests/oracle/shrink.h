// Makes a failing program small: removes what the failure does not need, one thing at a time, until
// nothing more can be removed. Greedy, so the result is minimal for single changes only.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "program/program.h"

namespace robur::testing {

using Fails = std::function<bool(const Program&)>;

// The program must fail. Asks `fails` at most `maxTries` times.
Program shrink(const Program& program, const Fails& fails, std::size_t maxTries = 4000);

// Writes the program as .rob below the current directory, with the comment above it, and
// gives the path.
std::string keepProgram(const Program& program, const std::string& name,
                        const std::string& comment);

}  // namespace robur::testing
