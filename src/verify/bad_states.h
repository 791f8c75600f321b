// What is bad if the user says nothing: faults, failing assertions among them, and data races.
//
// Under SRA every atomic access synchronises, so as long as no race has happened plain accesses
// are ordered by happens-before and behave as atomic ones would; the first race shows as two
// threads that are both about to access one plain cell, one of them to write. So plain cells
// are explored as atomic ones and such pairs are targets.
#pragma once

#include "verify/question.h"

namespace robur::verify {

struct BadState {
  Target target;
  bool race = false;
  unsigned thread = 0;  // of the fault, or the one that writes
  unsigned other = 0;   // race
};

std::vector<BadState> badStatesOf(const Machine& machine, const Locals& locals);

}  // namespace robur::verify
