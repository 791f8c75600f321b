// Random programs for the tests of data abstraction, and abstractions of them: those of the ladder,
// and one of random nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "program/model_name.h"
#include "program/program.h"

namespace robur::testing {

// As the checker is asked about it (compare.h); with spin loops as waits every second time, and
// with some accesses through pointers every eighth time.
Program sampleFor(ModelName model, std::uint64_t seed);

std::vector<Program> sampleAbstractions(const Program& program, std::uint64_t seed);

}  // namespace robur::testing
