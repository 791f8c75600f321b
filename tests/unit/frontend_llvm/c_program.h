// C and C++ texts as programs: written to a file of their own and read as a user's would be.
#pragma once

#include <string>

#include "check/check.h"
#include "cli/c_input.h"

namespace robur::testing {

Loaded readC(const std::string& text, const std::string& extension = ".c",
             const Reading& settings = {});

// A text as the LLVM assembly that clang makes of it, with -O2 unless another level is given.
std::string optimisedByClang(const std::string& text, const std::string& extension = ".c",
                             const std::string& level = "-O2");

// The program of a text that has no errors.
Program programOf(const std::string& text, const std::string& extension = ".c",
                  const Reading& settings = {});

std::string verdictOf(const Program& program, ModelName model, bool exactLoops = false);

}  // namespace robur::testing
