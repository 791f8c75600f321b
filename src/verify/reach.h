// The argument of --reach: a formula that describes states, as in `at(t1, L3) && t2.r == 0 && x !=
// 1`.
//
//   at(T, L)   thread T is at its label L; at(T, end): it has ended
//   T.r        a register of thread T; a copy is named worker[2].r
//   x, a[3]    the value of the last write to a cell
//
// Numbers and operators are those of .rob. A comparison may mention only one thread or one cell, so
// the formula has a disjunctive normal form over tests of single threads and cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/source.h"
#include "semantics/machine.h"
#include "verify/question.h"

namespace robur::verify {

struct Reach {
  std::string text;
  std::vector<Target> disjuncts;  // of the disjunctive normal form
};

struct ParsedReach {
  std::optional<Reach> reach;
  std::vector<Diagnostic> diagnostics;  // spans refer to the formula
};

// The machine must outlive the result, whose tests refer to it.
ParsedReach parseReach(const Machine& machine, const std::string& text);

}  // namespace robur::verify
