// What a final state of a program consists of: memory, and registers that nobody but the reader of
// the program looks at.
//
// A register that the program assigns and never reads holds a result, as in litmus tests. The
// others have had their effect when the program ends. --observe names registers and cells instead.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/final_condition.h"
#include "program/source.h"
#include "semantics/machine.h"

namespace robur::verify {

struct Observables {
  struct Register {
    unsigned thread = 0;
    std::uint32_t index = 0;
  };
  std::vector<Register> registers;
  std::vector<std::uint32_t> cells;

  // Per thread, which registers are observed.
  std::vector<std::vector<bool>> registersOf(const Program& program) const;
  std::vector<std::string> names(const Program& program) const;
};

// What the condition of a litmus test is about, in its order.
Observables observablesOf(const FinalCondition& condition);

// A condition that observes this and claims nothing.
FinalCondition conditionOn(const Observables& observables);

// All cells and, if asked for, the registers that the program assigns and never reads. In C and C++
// such registers are temporary values, not results.
Observables defaultObservables(const Program& program, bool registers);

struct ParsedObservables {
  std::optional<Observables> observables;
  std::vector<Diagnostic> diagnostics;  // spans refer to the text
};

// `text`: registers and cells separated by commas, as in "t1.r, x, a[2]"; an array stands for all
// its cells.
ParsedObservables parseObservables(const Machine& machine, const std::string& text);

}  // namespace robur::verify
