// Finite instances of a program: a few threads over a few values, which can be explored.
//
// They connect proofs and exhaustive checks: what is proved in general must hold in every instance,
// and a claim of a finite program that cannot be proved may be decided by exploring it.
#pragma once

#include <optional>

#include "program/program.h"
#include "prove/system.h"

namespace robur::prove {

// The program with every havoc replaced by the access that it abstracts.
System withOriginals(System system);

struct InstanceOptions {
  std::size_t copies = 2;  // of a thread with any number of copies
  std::int64_t lo = 0;  // the range of registers and variables without one; leaving it is a fault
  std::int64_t hi = 3;
  std::int64_t elements = 4;  // of arrays without bounds
};

// Without ghosts and claims about them. A havoc of an unbounded register picks one of two values.
// Empty if the program is not expressible in the finite language: a havoc that changes a cell.
// Local steps must not have been fused.
std::optional<Program> instanceOf(const System& system, const InstanceOptions& options);

}  // namespace robur::prove
