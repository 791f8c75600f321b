// Observational robustness: stale loads whose value is never used are not violations.
//
// A register is *used* when an instruction evaluates an expression that contains it; copying is a
// use. Every register that an atomic load may write gets a twin, a register of one bit that says
// "this value could have been another". A load that could be stale sets it and has no other effect
// on the monitor, every other write to the register clears it, and before every use there is an
// assertion that it is clear. That assertion is the violation.
//
// If the check finds none, every execution graph of the model, without the ignored loads, is
// sequentially consistent, and memory is always as under SC. The converse does not hold: a load
// that cannot be stale when it is executed stays in the graph, used or not. An sc load is never
// ignored, because its position in the order of sc accesses affects other accesses.
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
  Program program;  // instructions keep their numbers; inserted ones come after them
  std::vector<ObservedCode> codes;
};

Observed observe(const Program& program);

}  // namespace robur
