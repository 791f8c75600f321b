// Translates the text of a .rob program into a System.
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
