// Positions in the text of a .rob file: byte offsets until the end, when errors are sorted and
// turned into lines and columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/common/errors.h"
#include "frontend/rob/token.h"
#include "program/source.h"

namespace robur::frontend_rob {

using robur::quoted;

// Turns byte offsets into lines and columns.
class LineTable {
 public:
  explicit LineTable(std::string_view text);
  Span span(Range range) const;
  std::uint32_t line(std::uint32_t offset) const;

 private:
  std::vector<std::uint32_t> starts_;
};

// Errors by their byte offsets; those at the same offset keep the order in which they were found.
class Errors : public ErrorList<Range> {
 public:
  std::vector<Diagnostic> take(const LineTable& lines) {
    return ErrorList::take([&](const Range& at) { return lines.span(at); });
  }
};

// Files above 16 MB are refused before anything is read: nobody writes them, and positions are
// counted in 32 bits.
std::optional<Diagnostic> tooLarge(const Source& source);

}  // namespace robur::frontend_rob
