// Which registers are live: the values of the others do not matter.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

// live[pc][r]: from pc on, register r may be read before it is written.
std::vector<std::vector<bool>> liveRegisters(const Code& code);

}  // namespace robur
