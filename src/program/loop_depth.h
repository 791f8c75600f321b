// How deeply each place of a thread's code lies in loops: a guess at how often it runs.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

std::vector<unsigned> loopDepths(const Code& code);

}  // namespace robur
