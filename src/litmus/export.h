// Writes a program as a litmus test in herd's dialect of C, so that herd can judge it.
#pragma once

#include <stdexcept>
#include <string>

#include "program/final_condition.h"
#include "program/program.h"

namespace robur::litmus {

// The dialect cannot say something in the program; what() is what, and where.
struct ExportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The names of `condition.observed` are ignored: the test has names of its own where those of the
// program are none in C.
std::string exportLitmus(const Program& program, const FinalCondition& condition);

}  // namespace robur::litmus
