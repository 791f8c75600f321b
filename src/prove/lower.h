// From the text of a .rob program to what is proved about.
#pragma once

#include <optional>
#include <vector>

#include "prove/system.h"

namespace robur::prove {

struct Lowered {
  std::optional<System> system;  // absent if there was an error
  std::vector<Diagnostic> diagnostics;
};

Lowered lower(Source source);

}  // namespace robur::prove
