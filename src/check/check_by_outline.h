// Robustness by way of outlines: the same verdicts as check() gives, often much sooner.
//
// Most programs have few states, and a violation is mostly met early: so the program itself comes
// first, up to a number of states. If that does not decide it, its outlines are asked, which have
// fewer states and decide it if one of them is robust. If none is, all of the program is explored.
// The other way round every small program would be explored twice.
#pragma once

#include <cstdint>

#include "check/check.h"

namespace robur {

// Most states of an exploration: of the program the first time, of each outline.
struct OutlineBudget {
  std::uint64_t first = 20000;
  std::uint64_t outline = 200000;
};

// As check() says it with options.exactLoops: spin loops that should be waits must be so already.
// The time limit counts for all explorations together, limits of states and memory for each. Only
// violations of the program itself are told to options.onViolation.
Result checkByOutline(const Program& program, ModelName model, const CheckOptions& options,
                      const OutlineBudget& budget = {});

}  // namespace robur
