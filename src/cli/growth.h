// Variables that may be the reason why a search did not end: those that are only ever counted up
// or down, in a loop, and whose type has many values. Told from the text alone; it is a hint
// beside an answer that is unknown, never part of one.
#pragma once

#include <string>

#include "program/program.h"

namespace robur {

// "; tickets is counted on in line 7 and never set back", or nothing.
std::string growthHint(const Program& program);

}  // namespace robur
