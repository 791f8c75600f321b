// Random programs, small enough for the oracle and varied enough to distinguish the models.
//
// Half of the programs are statements at random: accesses of every kind, fences, branches,
// counted loops, choice. The other half start from a critical cycle, threads that access
// two neighbouring locations each, with random accesses, orders and fences on it: that is
// where models differ, and what random statements seldom produce. For RC11 a third of the programs
// that may have sc accesses are classic shapes with orders at random (mixes.h). The same seed and
// options always give the same program.
#pragma once

#include <cstdint>

#include "program/model_name.h"
#include "program/program.h"

namespace robur::testing {

struct GeneratorOptions {
  ModelName model = ModelName::Rc20;  // which fences and orders are likely
  bool scAccesses = false;            // accesses may be sc
  bool unboundedLoops = false;        // loops that end only when another thread writes
};

Program generate(std::uint64_t seed, const GeneratorOptions& options);

// The same program with every wait written as a loop that loads until the condition holds:
// what a user would write, and what a checker that knows spin loops takes for the wait.
Program waitsAsLoops(const Program& program);

}  // namespace robur::testing
