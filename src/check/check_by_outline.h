// Robustness by way of outlines: the same verdicts as check() gives, often much sooner.
//
// Most programs have few states, and a violation is mostly met early. So the program itself is
// explored, and only when that has taken a while does its exploration pause for its outlines: one
// that is robust decides it. Within the first two seconds they are given an eighth of the time that
// has gone into the program so far, later as much again, each time that this has become four times
// as much. So a program that has no use for them takes a sixth longer, or somewhat more than twice
// as long if it takes long. Exploring a number of states first and then starting again was tried:
// an outline can have few states and take long over each.
#pragma once

#include "check/check.h"

namespace robur {

// As check() says it with options.exactLoops: spin loops that should be waits must be so already.
// The time limit counts for all explorations together, limits of states and memory for each. Only
// violations of the program itself are told to options.onViolation.
Result checkByOutline(const Program& program, ModelName model, const CheckOptions& options);

}  // namespace robur
