// Random .rob programs as text: correct programs in every layout, with comments in odd places.
//
// The generator writes text instead of IR, because layout is what the formatter changes. Programs
// are correct by construction: names are declared, orders fit, plain cells are accessed by
// name. Equal seeds give equal texts on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace robur::testing {

struct TextOptions {
  bool comments = true;
  bool wildLayout = true;  // blanks, tabs, line ends and nothing at all between tokens
};

std::string randomRobText(std::uint64_t seed, const TextOptions& options = {});

}  // namespace robur::testing
