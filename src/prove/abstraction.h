// Checks that every havoc over-approximates the access that it replaces.
//
// For a load of x into r, x == r must imply the condition for all values of the registers. For an
// update, which reads and writes, each of its outcomes must satisfy the condition on the value
// before, the register and the value after. Nothing is assumed about the state: invariants hold
// under SC, and that TSO behaves like SC is yet to be proved.
#pragma once

#include "prove/smt.h"

namespace robur::prove {

struct BadAbstraction {
  std::size_t thread = 0;
  std::size_t action = 0;
  Answer answer = Answer::Refuted;
  std::string read;  // a value that the access can read and the havoc forbids
};

std::vector<BadAbstraction> checkAbstractions(const System& system, Smt& smt);

}  // namespace robur::prove
