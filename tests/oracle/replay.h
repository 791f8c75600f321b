// Checks that a witness is a run of the program: the interpreter follows it, event by event.
#pragma once

#include "program/program.h"
#include "result/check_result.h"

namespace robur::testing {

// Empty if the witness is what the model's check should show: every event is the next one
// of its thread, reads what its source wrote, and all but an offender against robustness
// take the latest write; for Robustness, the graph is allowed by the model, SC forbids
// it, and the cycle says so; for Race, the two accesses race.
std::string whatIsWrongWith(const Finding& finding, const Program& program, ModelName model);

}  // namespace robur::testing
