// The fragment of the language that a program uses: which orders, fences and updates occur in its
// code. It decides which rows the monitor needs: a row is left out if nothing in the fragment can
// make it differ from another.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

// How a cell is accessed, as far as it decides what RC11 keeps of its sc writes.
struct CellAccesses {
  bool scReads = false;
  bool scWrites = false;
  bool otherWrites = false;
};

struct Fragment {
  bool updates = false;  // some RMW, CAS or BCAS on memory: twins of rows are needed
  bool scFences = false;
  bool acquireFences = false;  // acq, acq_rel, sc
  bool releaseFences = false;  // rel, acq_rel, sc
  bool weakReads = false;      // some atomic read does not acquire
  bool weakWrites = false;     // some atomic write does not release
  bool scAccesses = false;     // some access (not fence) is seq_cst
  // Every atomic access is seq_cst, except for flags of creating and joining threads.
  bool onlyScAccesses = true;
  bool plain = false;  // some plain location exists
  bool mixed = false;  // some access to an atomic location is plain in the source
  std::vector<CellAccesses> cells;
};

Fragment fragmentOf(const Program& program);

// A larger fragment, in which there is no reason to leave a row out: what a model has when nothing
// is reduced, so that states can be counted against another implementation.
Fragment keepingAllRows(Fragment fragment);

}  // namespace robur
