// What this frontend cannot say in the IR ends the translation with one diagnostic.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "program/types.h"

namespace robur::llvmfront {

struct Refusal : std::runtime_error {
  Refusal(Span span, const std::string& message, std::string help)
      : std::runtime_error(message), span(span), help(std::move(help)) {}
  Span span;
  std::string help;
};

}  // namespace robur::llvmfront
