// How deeply each instruction of a thread's code is nested in loops: an estimate of how often it
// runs.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

std::vector<unsigned> loopDepths(const Code& code);

}  // namespace robur
