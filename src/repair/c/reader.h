// The function that compiles and reads a changed program. It is passed in, since starting the
// compiler belongs to the command line.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "program/program.h"

namespace robur {

// Reads the program with these texts instead of the contents of the files, which are named as in
// its sources. Nothing if it does not compile or cannot be translated.
using CReader = std::function<std::optional<Program>(const std::vector<Source>& replaced)>;

}  // namespace robur
