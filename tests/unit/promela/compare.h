// Compares our check with Spin's on the same program and model.
#pragma once

#include <string>

#include "program/model_name.h"
#include "program/program.h"

namespace robur::testing {

// Empty if they agree, otherwise the difference. They agree if both or neither report the program
// as not robust (a stale access or a race) and, if it is robust, the same other properties are
// violated and, if none is, the numbers of states are equal.
std::string difference(const Program& program, ModelName model);

// The program of a .rob text with spin loops as waits, as check explores it.
Program programFrom(const std::string& name, const std::string& text);
Program corpusProgram(const std::string& name);

}  // namespace robur::testing
