// Atomic accesses that are written as operators: `x = 1`, `x++`, `x += 2`, and `x` alone where it
// is read. They are sequentially consistent; another order requires a call instead.
#pragma once

#include <optional>

#include "repair/c/c_file.h"

namespace robur::repair_c {

// The access that begins at this byte, as the call that would replace it. Assignments and updates
// must be statements of their own, so that their value is unused. Nothing if there is no such
// access.
std::optional<OrderCall> operatorUseAt(const CFile& file, std::size_t begin, Instr::Op op);

}  // namespace robur::repair_c
