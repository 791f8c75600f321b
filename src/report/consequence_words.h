// The wording of what a violation of robustness leads to.
#pragma once

#include <string>

#include "program/program.h"
#include "result/consequence.h"

namespace robur {

// For the verdict line: "but harmless: all 256 executions end as under SC".
std::string consequenceWords(const Program& program, const Consequence& consequence);

// For the diagnostic: its answer in a word or two, and what was found or verified, and what the
// answer does not cover.
const char* consequenceTitle(const Consequence& consequence);
std::string consequenceDetails(const Program& program, const Consequence& consequence);

}  // namespace robur
