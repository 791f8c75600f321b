// What is known of a program before it runs, as far as monitors care: which rows can be
// left out because nothing in the program could ever tell.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

// How a cell is accessed, as far as it decides what RC11 keeps of its sc writes.
struct CellFacts {
  bool scReads = false;
  bool scWrites = false;
  bool otherWrites = false;
};

struct Facts {
  bool updates = false;  // some RMW, CAS or BCAS on memory: twins of rows are needed
  bool scFences = false;
  bool acquireFences = false;  // acq, acq_rel, sc
  bool releaseFences = false;  // rel, acq_rel, sc
  bool weakReads = false;      // some atomic read does not acquire
  bool weakWrites = false;     // some atomic write does not release
  bool scAccesses = false;     // some access (not fence) is seq_cst
  bool onlyScAccesses = true;  // every atomic access is seq_cst
  bool plain = false;          // some plain location exists
  std::vector<CellFacts> cells;
};

Facts factsOf(const Program& program);

// The same, but with every reason to leave a row out taken away: what a model keeps when
// nothing may be reduced, so that states can be counted against another implementation.
Facts keepingAllRows(Facts facts);

}  // namespace robur
