// Where the running program is installed. Robur consists of several programs (robur, robur-llvm,
// robur-prove) and data files in one directory, and finds the others relative to the one that runs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace robur {

// The directory of the running program; empty if the system does not say.
std::filesystem::path executableDirectory();

// The path of another program of the installation. It is expected next to the running program or,
// since test programs are built one level below the programs they test, in the parent directory.
std::string companionProgram(std::string_view name);

}  // namespace robur
