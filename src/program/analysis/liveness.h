// Which registers are live: the values of the others do not matter.
#pragma once

#include <vector>

#include "program/analysis/bit_matrix.h"
#include "program/program.h"

namespace robur {

// at(pc, r): from pc on, register r may be read before it is written. Registers in `atEnd` are also
// read when the thread ends; empty: none.
BitMatrix liveRegisters(const Code& code, const std::vector<bool>& atEnd = {});

// The same without the reads of assignments that do nothing: they cannot fail, and their register
// is not live after them by this definition. A counter that nothing but itself depends on is not
// live (such registers are called faint).
BitMatrix neededRegisters(const Code& code);

// Is it an assignment that cannot fail?
bool onlyAssigns(const Instr& in, const Code& code);

}  // namespace robur
