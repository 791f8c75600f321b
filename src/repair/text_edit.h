// Changes of a text, made all at once: each replaces what lies in a span.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/types.h"

namespace robur {

struct TextEdit {
  std::size_t begin = 0;  // byte offsets
  std::size_t end = 0;
  std::string text;
};

// Where a line and column lie; both count from 1.
std::size_t offsetOf(std::string_view text, std::uint32_t line, std::uint32_t column);

// Edits must not overlap; those at one place keep their order.
std::string applied(std::string_view text, std::vector<TextEdit> edits);

// How a statement is put in front of what begins at `offset`: on a line of its own if that
// begins its line, else on the same line.
// At the end of a block it is as deep as `like`, the beginning of another statement there, if that
// is known.
TextEdit statementBefore(std::string_view text, std::size_t offset, std::string_view statement,
                         std::optional<std::size_t> like = std::nullopt);

// How a statement that takes the span is taken away, with its line if nothing else is on it.
TextEdit withoutStatement(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace robur
