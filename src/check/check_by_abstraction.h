// Robustness by data abstraction: the same verdicts as check() gives, often much sooner.
//
// Most programs have few states, and most violations are found early. So the program itself is
// explored, and when that takes long its exploration pauses for its abstractions: one that is
// robust decides the program. Within the first two seconds they get an eighth of the time spent on
// the program so far; later as much time again, whenever the time spent has become four times as
// much. So a program that abstractions do not help takes a sixth longer, or a little more than
// twice as long if it takes long. Exploring a number of states first and then starting again was
// tried: an abstraction can have few states and take long for each.
#pragma once

#include "check/check.h"

namespace robur {

// Like check() with options.exactLoops: spin loops that are treated as waits must be waits. The
// time limit applies to all explorations together, limits of states and memory to each. Only
// violations of the program itself are reported to options.onViolation.
Result checkByAbstraction(const Program& program, ModelName model, const CheckOptions& options);

}  // namespace robur
