// A program as bytes, for handing it from one process of Robur to another. Both are built
// together, so the format has no versions; what does not read back exactly is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"

namespace robur {

struct Packed {
  Program program;
  std::vector<Diagnostic> diagnostics;
  std::string unfinished;  // a limit that was met while reading; empty: the program is whole
};

std::string pack(const Packed& packed);
std::optional<Packed> unpack(std::string_view bytes);

}  // namespace robur
