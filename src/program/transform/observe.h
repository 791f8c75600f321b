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
//
// A value that leaves the program, because it is printed or is the status of a thread, is used
// there. An *observation* is the instruction for that: an assertion that always holds. It also
// keeps a loop that prints what it reads from being a spin loop.
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

Instr observation(const ExprPtr& value);
bool isObservation(const Instr& in);
// Where only accesses matter, an observation would keep its registers live for nothing.
void dropObservations(Program& program);

}  // namespace robur
