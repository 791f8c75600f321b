// C and C++ are read by a program of their own, robur-llvm, which lies beside this one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/input.h"

namespace robur {

bool isCFile(std::string_view path);  // C, C++, LLVM bitcode or assembly

// As loadProgram.
Loaded loadC(const std::vector<std::string>& files, const Settings& settings);

}  // namespace robur
