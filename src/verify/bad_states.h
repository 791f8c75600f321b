// The default targets: faults, including failing assertions, and data races.
//
// Under SRA every atomic access synchronises. Until the first race, plain accesses are therefore
// ordered by happens-before and behave like atomic ones; the first race is a state in which two
// threads are both about to access one plain cell, and one of them to write it. So plain cells are
// explored as atomic ones, and such pairs of pending accesses are targets.
#pragma once

#include "verify/question.h"

namespace robur::verify {

struct BadState {
  Target target;
  bool race = false;
  unsigned thread = 0;  // the one with the fault, or the writer of the race
  unsigned other = 0;   // race
};

std::vector<BadState> badStatesOf(const Machine& machine, const LocalGraphs& graphs);

}  // namespace robur::verify
