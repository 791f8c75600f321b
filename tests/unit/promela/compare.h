// Our check and Spin's on the same program and model.
#pragma once

#include <string>

#include "program/model_name.h"
#include "program/program.h"

namespace robur::testing {

// Empty if they agree, otherwise what differs. They agree if both or neither find the
// program not robust (by a stale access or a race); and, where it is robust, if the same
// other properties are violated and, where none is, the numbers of states are the same.
std::string difference(const Program& program, ModelName model);

// What a .rob text says, with spin loops as waits: the program that check explores.
Program programFrom(const std::string& name, const std::string& text);
Program corpusProgram(const std::string& name);

}  // namespace robur::testing
