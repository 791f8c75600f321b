// What this frontend cannot say in the IR ends the translation with one diagnostic. It may be
// that the program cannot be said at all, or that it has not been said within a limit.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "program/types.h"

namespace robur::llvmfront {

struct Refusal : std::runtime_error {
  Refusal(Span span, const std::string& message, std::string help, bool limit = false)
      : std::runtime_error(message), span(span), help(std::move(help)), limit(limit) {}
  Span span;
  std::string help;
  bool limit;
};

}  // namespace robur::llvmfront
