// Orders that a call passes on to an atomic access in a function or macro of the program or of a
// library:
//
//   rte_atomic_load_explicit(&x, rte_memory_order_relaxed)    among the arguments
//   vatomic_read_rlx(&x)                                      in the name of the function
//
// Nothing is known about such functions, so the compiler has to confirm what a change does.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"
#include "repair/c/order_call.h"

namespace robur::repair_c {

// The call that the expression beginning at this byte makes, if its arguments name one order, or
// two for a compare-and-swap that was compiled to this instruction.
std::optional<OrderCall> argumentOrderAt(const std::vector<Token>& tokens, std::size_t begin,
                                         Instr::Op op);

// The call there, if its name ends with the order `now`. A name without an ending is sc; then
// another one of the same family must occur in one of the sources.
std::optional<OrderCall> namedOrderAt(const std::vector<Token>& tokens, std::size_t begin,
                                      Instr::Op op, Order now, const std::vector<Source>& sources);

}  // namespace robur::repair_c
