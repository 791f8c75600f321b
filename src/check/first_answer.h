// Two engines for one question: the answer of the one that has it first.
//
// The search of states gets a head start, so that small programs never pay for the second engine.
// Then both work, at the same time if there are two workers, else in turns. Which answer comes
// first depends on the machine, but not the verdict: each engine is exact. If one of them gives up,
// the other one goes on; the enumeration, which knows no limit of memory, gets as long again.
#pragma once

#include <functional>

#include "check/check.h"

namespace robur {

struct EngineAnswer {
  Result result;
  bool final = false;  // the engine has come to its end, or has found a violation
};

// Asks the engine of the options, which is States or Graphs.
using AskEngine = std::function<EngineAnswer(const CheckOptions&)>;

EngineAnswer firstAnswer(const CheckOptions& options, const AskEngine& ask);

}  // namespace robur
