// Finite instances of a program: a few threads over a few values, which can be explored.
//
// They are how proofs and exhaustive checks meet: what is proved for all must be true of each
// instance, and where a proof cannot show a claim of a finite program, exploring it can.
#pragma once

#include <optional>

#include "program/program.h"
#include "prove/system.h"

namespace robur::prove {

// The program with the accesses that its havocs stand for.
System withOriginals(System system);

struct InstanceOptions {
  std::size_t copies = 2;  // of threads in any number
  std::int64_t lo = 0;     // what has no range gets this one; whoever leaves it stops there
  std::int64_t hi = 3;
  std::int64_t elements = 4;  // of arrays without bounds
};

// Without ghosts and without what is claimed of them. A havoc that picks any number picks one of
// two. Nothing if it cannot be said in
// the finite language: a havoc that changes a cell. Local steps must not have been fused.
std::optional<Program> instanceOf(const System& system, const InstanceOptions& options);

}  // namespace robur::prove
