// Every state that a small program reaches under SRA, RA or TSO, by building every execution graph.
//
// Events are added one at a time to any thread; under SRA writes go last in modification order (an
// SRA graph has a linear extension of happens-before and all modification orders, so this builds
// all of them), otherwise anywhere; reads take any source, and only the axioms in src/graph
// decide what is allowed. Threads are run by the interpreter of the oracle, so no code is shared
// with src/verify.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "oracle/interpreter.h"

namespace robur::testing {

struct Reached {
  bool complete = true;
  Faults faults;
  bool writeRace = false;  // two writes to a cell, neither before the other in po and rf
  bool race = false;       // two threads have conflicting pending plain accesses
  std::set<std::vector<LocalState>> states;        // all threads stopped
  std::set<std::vector<std::int64_t>> lastValues;  // memory by last writes, all threads stopped
  std::size_t graphs = 0;
};

Reached reachedUnder(ModelName model, const Program& program, std::size_t maxGraphs,
                     std::size_t maxEventsPerThread = 64);

}  // namespace robur::testing
