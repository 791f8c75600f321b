// Candidate invariants, guessed from the text of the program.
//
// Houdini (Flanagan and Leino, FME 2001) keeps the largest inductive subset, so a wrong candidate
// only costs time. Candidates are built from what the program mentions: conditions of branches,
// registers compared with the cell that they were read from, cells compared with the values
// written to them, and both compared with constants.
#pragma once

#include "prove/system.h"

namespace robur::prove {

struct Candidates {
  std::vector<TermPtr> everywhere;          // mention memory only
  std::vector<std::vector<TermPtr>> local;  // per thread; tried at each of its nodes
};

// Must be called before local steps are fused, while guards are conditions on registers.
Candidates candidatesFor(const System& system);

// The conjuncts of a claim.
std::vector<TermPtr> conjuncts(const TermPtr& claim);

}  // namespace robur::prove
