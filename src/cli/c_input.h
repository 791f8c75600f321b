// C and C++ are read by a program of their own, robur-llvm, which lies beside this one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/input.h"

namespace robur {

bool isCFile(std::string_view path);  // C, C++, LLVM bitcode or assembly

bool isBitcode(std::string_view path);  // the latter two

// As loadProgram.
Loaded loadC(const std::vector<std::string>& files, const Settings& settings);

// The same program with other texts for some of the files it is read from, whatever their
// names are among its sources; those on the disk are not touched, and nothing is printed. Nothing
// if that does not compile or cannot be read. In the directory `preambles`, if one is named,
// headers that are compiled ahead are found and kept.
std::optional<Program> readC(const std::vector<std::string>& files, const Settings& settings,
                             const std::vector<Source>& replaced,
                             const std::string& preambles = {});

// Compiles headers of these files ahead, into that directory.
void prepareC(const std::vector<std::string>& files, const Settings& settings,
              const std::string& preambles);

}  // namespace robur
