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

// The call there, if its name ends with the order `now`; a name without an ending is sc. Names of
// functions often end like this for other reasons, so another name of the family must occur in one
// of the sources. If it is the name of a macro, which is not that of the function `callee`, that is
// required only of a name without an ending: macros may be defined in files that are not sources.
std::optional<OrderCall> namedOrderAt(const std::vector<Token>& tokens, std::size_t begin,
                                      Instr::Op op, Order now, std::string_view callee,
                                      const std::vector<Source>& sources);

}  // namespace robur::repair_c
