// Observational robustness: a load that could be stale is forgiven as long as nobody looks at
// its value.
//
// A register is *used* when an instruction evaluates an expression that mentions it, whatever
// for: copying counts. Every register that an atomic load may write gets a twin, a register of
// one bit that says "this value could have been another"; a load that could be stale sets it and
// is otherwise as if it were not there, every other write to the register clears it, and in front
// of every use stands an assertion that it is clear. That assertion is the violation.
//
// If the check then finds nothing, every execution graph of the model, with the forgiven loads
// left out, is sequentially consistent, and memory is always as under SC. The converse does not
// hold: a load that could not be stale where it is made stays in the graph, used or not. An sc
// load is never forgiven, because its place in the order of sc accesses counts for others.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

struct ObservedCode {
  std::vector<RegId> twinOfLoad;  // per instruction; kNoReg unless it is a load with a twin
  std::vector<Pc> useAt;          // per instruction: an inserted assertion's use, else kNoUse
};
inline constexpr Pc kNoUse = static_cast<Pc>(-1);

struct Observed {
  Program program;  // instructions keep their numbers; what is inserted comes behind them
  std::vector<ObservedCode> codes;
};

Observed observe(const Program& program);

}  // namespace robur
