// Source text and what is said about it: spans are shown with the line they are in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/types.h"

namespace robur {

struct Source {
  std::string path;
  std::string text;

  // The line without its end; empty if there is none. Lines count from 1.
  std::string_view line(std::uint32_t number) const;
};

struct Diagnostic {
  enum class Severity : std::uint8_t { Error, Warning, Note };

  Severity severity = Severity::Error;
  Span span;
  std::string message;  // what is wrong, lower case, no full stop
  std::string help;     // what to do instead; may be empty
};

// "path:line:col: error: message", the source line, a caret under the span, the help.
std::string render(const Source& source, const Diagnostic& diagnostic);

bool hasErrors(const std::vector<Diagnostic>& diagnostics);

}  // namespace robur
