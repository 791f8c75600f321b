// Sequential consistency by a plain search: all states of a program, their faults, and the races
// that RA and SRA define by states. It uses neither graphs nor a memory model.
#pragma once

#include <cstddef>
#include <set>
#include <utility>

#include "oracle/interpreter.h"
#include "program/program.h"

namespace robur::testing {

struct ScStates {
  bool complete = true;  // false: there are more than was asked for
  Faults faults;         // Assertion, and the faults
  FaultPlaces faultPlaces;
  bool race = false;       // two threads about to make conflicting accesses to a plain cell
  std::size_t states = 0;  // every thread at rest: memory, registers and places
  // Where threads wait in states in which no thread can go on; copies are not distinguished.
  std::set<std::pair<CodeId, Pc>> blocked;
};

ScStates exploreSc(const Program& program, std::size_t maxStates);

// Are two of the threads about to make conflicting accesses to one plain cell?
bool aboutToRace(const Interpreter& interpreter, const std::vector<LocalState>& threads);

}  // namespace robur::testing
