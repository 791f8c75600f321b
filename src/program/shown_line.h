// A source line as it is shown on a terminal, and the columns of its parts.
//
// Input may be hostile, so a long line is cut to a window around the marked part, and control
// characters become question marks. Tabs become blanks, so that marks are aligned at any tab width;
// a character of several bytes takes one column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "program/types.h"

namespace robur {

struct ShownLine {
  std::string text;
  std::vector<std::size_t> column;  // of each byte of the source line; one more at the end
};

// `first` is the byte where the first mark begins.
ShownLine shownLine(std::string_view line, std::size_t first);

// The bytes of the line that a span beginning in it covers.
struct Underline {
  std::size_t begin = 0;
  std::size_t end = 0;
};
Underline underlineOf(const Span& span, std::string_view line);

// The columns to mark for it: at least one.
struct Columns {
  std::size_t from = 0;
  std::size_t width = 1;
};
Columns columnsOf(const ShownLine& shown, const Underline& underline);

}  // namespace robur
