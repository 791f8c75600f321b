// How a changed program is read: by whoever can compile it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "program/program.h"

namespace robur {

// The program with the texts of these files, named as among its sources, in place of what
// they hold; nothing if it does not compile or cannot be read.
using CReader = std::function<std::optional<Program>(const std::vector<Source>& replaced)>;

}  // namespace robur
