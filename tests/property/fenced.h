// Programs with just enough SC fences for fence sufficiency: at first one before every access, then
// fences are removed in a random order as long as the test still holds
// (check/fence_sufficiency.h). If the test is too generous, one fence too many is removed,
// and the oracle finds a violation.
#pragma once

#include <cstdint>

#include "program/model_name.h"
#include "program/program.h"

namespace robur::testing {

Program fencedJustEnough(const Program& program, ModelName model, std::uint64_t seed);

}  // namespace robur::testing
