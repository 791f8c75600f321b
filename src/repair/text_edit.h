// Edits of a text that are applied together; each replaces a range of bytes.
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

// The offset of a line and column, which count from 1.
std::size_t offsetOf(std::string_view text, std::uint32_t line, std::uint32_t column);

// The offset at which the line of `offset` begins.
std::size_t lineBegin(std::string_view text, std::size_t offset);

// Edits must not overlap; those at one offset keep their order.
std::string applied(std::string_view text, std::vector<TextEdit> edits);

// Inserts a statement before what begins at `offset`: on a line of its own if nothing precedes
// `offset` on its line, else on the same line. At the end of a block it is indented like the
// statement that begins at `like`, if one is given.
TextEdit statementBefore(std::string_view text, std::size_t offset, std::string_view statement,
                         std::optional<std::size_t> like = std::nullopt);

// Removes the statement, with its line if nothing else is on it.
TextEdit withoutStatement(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace robur
