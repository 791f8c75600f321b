// States in words: `at(t1, L3) && t2.r == 0 && x != 1`.
//
//   at(T, L)   thread T stands at its label L; at(T, end): it has come to its end
//   T.r        a register of thread T; copies are worker[2].r
//   x, a[3]    what the last write left in a cell
//
// with the numbers and operators of .rob. Each comparison may speak of one thread or of one cell,
// so that a state is a sum of products of tests on single threads and cells.
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
  std::vector<Target> ways;  // any of them
};

struct ParsedReach {
  std::optional<Reach> reach;
  std::vector<Diagnostic> diagnostics;  // spans in the expression's own text
};

// The machine must outlive what comes out.
ParsedReach parseReach(const Machine& machine, const std::string& text);

}  // namespace robur::verify
