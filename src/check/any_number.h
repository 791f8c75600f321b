// check() for programs with threads of any number (`thread worker[*]`).
//
// src/anynumber decides whether every instance is robust. If one is not, the smallest is found by
// checking instances with 0, 1, 2, ... copies in turn: that all smaller ones were checked
// exhaustively is what makes it the smallest, and its run has passed the judge like any other.
#pragma once

#include "check/check.h"

namespace robur {

Result checkAnyNumber(const Program& program, ModelName model, const CheckOptions& options);

}  // namespace robur
