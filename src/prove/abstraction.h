// A havoc may stand for an access if it can do whatever the access can, and more.
//
// For a load of x into r: x == r implies the condition, whatever the registers are. For an
// update, which both reads and writes: for each of its outcomes the condition holds of the
// value before, the register and the value after. Nothing is assumed of the state, since under
// TSO invariants of SC are what is still to be shown.
#pragma once

#include "prove/smt.h"

namespace robur::prove {

struct BadAbstraction {
  std::size_t thread = 0;
  std::size_t action = 0;
  Answer answer = Answer::Refuted;
  std::string read;  // a value that the access can read and the condition forbids
};

std::vector<BadAbstraction> checkAbstractions(const System& system, Smt& smt);

}  // namespace robur::prove
