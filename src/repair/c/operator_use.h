// Atomic accesses that are spelled as operators: `x = 1`, `x++`, `x += 2`, and `x` alone where it
// is read. They are sequentially consistent; whoever wants another order has to write a call
// instead.
#pragma once

#include <optional>

#include "repair/c/c_file.h"

namespace robur::repair_c {

// The access that begins at this byte, as a call that is yet to be written. Assignments and updates
// are taken where they are statements, so that nobody uses their value. Nothing if it is none.
std::optional<OrderCall> operatorUseAt(const CFile& file, std::size_t begin, Instr::Op op);

}  // namespace robur::repair_c
