// Static features of a program that decide which rows its monitor needs: a row is left out if
// nothing in the program can make it differ from another.
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

// The same without any reason to leave a row out: what a model has when nothing is reduced, so that
// states can be counted against another implementation.
Facts keepingAllRows(Facts facts);

}  // namespace robur
