// Facts that may be worth knowing, guessed from the text of the program.
//
// Houdini (Flanagan and Leino, FME 2001) keeps those that turn out to be inductive together, so
// a wrong guess costs time and nothing else. The guesses are what the program itself is about:
// conditions that it branches on, registers beside the cell that they were read from, cells
// beside what is written into them, and both beside constants.
#pragma once

#include "prove/system.h"

namespace robur::prove {

struct Candidates {
  std::vector<TermPtr> everywhere;          // about memory alone
  std::vector<std::vector<TermPtr>> local;  // per thread, at any of its places
};

// To be called before local steps are fused: guards are over registers then.
Candidates candidatesFor(const System& system);

// The parts of a conjunction.
std::vector<TermPtr> conjuncts(const TermPtr& claim);

}  // namespace robur::prove
