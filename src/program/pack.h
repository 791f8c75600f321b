// Serialises a program to pass it from one process of Robur to another. Both are built together, so
// the format has no versions; input that does not decode exactly is rejected.
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
  std::string
      unfinished;  // the limit that the translation exceeded; empty: the program is complete
  bool needsNumber = false;  // that would be none if the number of threads were given
};

std::string pack(const Packed& packed);
std::optional<Packed> unpack(std::string_view bytes);

}  // namespace robur
