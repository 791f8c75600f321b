// Which registers are live: the values of the others do not matter.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

// live[pc][r]: from pc on, register r may be read before it is written. Registers in `atEnd` are
// also read when the thread ends; empty: none.
std::vector<std::vector<bool>> liveRegisters(const Code& code, const std::vector<bool>& atEnd = {});

}  // namespace robur
