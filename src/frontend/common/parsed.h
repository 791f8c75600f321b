// What every parser returns.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"

namespace robur {

struct Parsed {
  std::optional<Program> program;       // absent if there was an error
  std::vector<Diagnostic> diagnostics;  // errors, or warnings that come with a program
  // For repairs: the positions at which a statement can be inserted, each given by the span of the
  // code that follows it. Trencher's format has transitions instead of statements and leaves this
  // empty.
  std::vector<Span> gaps = {};
};

}  // namespace robur
