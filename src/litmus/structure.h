// Code without loops as nested ifs: where the two sides of a branch meet again.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"

namespace robur::litmus {

// For every instruction, the one that comes next on every path; the number of instructions stands
// for the end of the thread. Empty if there is a loop.
std::optional<std::vector<Pc>> meetingPoints(const Code& code);

}  // namespace robur::litmus
