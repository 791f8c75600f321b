// Runs that reach what a frontend cannot express (Instr::unsupported): nothing is decided then,
// unless there is a violation elsewhere.
#pragma once

#include <string>

#include "result/check_result.h"

namespace robur {

// Null if there is none.
const Finding* firstUnsupported(const Result& result);
// "line 7: inline assembly is not supported"
std::string unsupportedWords(const Program& program, const Finding& finding);

}  // namespace robur
