// Ends the translation with one diagnostic: the IR cannot express the program, or the translation
// exceeds a limit.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "program/types.h"

namespace robur::frontend_llvm {

struct Refusal : std::runtime_error {
  Refusal(Span span, const std::string& message, std::string help, bool limit = false)
      : std::runtime_error(message), span(span), help(std::move(help)), limit(limit) {}
  Span span;
  std::string help;
  bool limit;
  bool needsNumber = false;  // it could be done if the number of threads were given
};

}  // namespace robur::frontend_llvm
