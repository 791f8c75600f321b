// Reads C, C++ and LLVM through their helper program, robur-llvm, a file next to robur.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input.h"

namespace robur {

// As loadProgram.
Loaded loadC(const std::vector<std::string>& files, const Reading& reading);

// Reads the program with other texts for some of its sources, which are given by their paths. The
// files are not touched and nothing is printed. Returns nothing if the texts do not compile or
// cannot be translated. Precompiled headers are looked for and kept in the directory `preambles`,
// if one is named.
std::optional<Program> readC(const std::vector<std::string>& files, const Reading& reading,
                             const std::vector<Source>& replaced,
                             const std::string& preambles = {});

// Precompiles the headers of these files into that directory.
void prepareC(const std::vector<std::string>& files, const Reading& reading,
              const std::string& preambles);

}  // namespace robur
