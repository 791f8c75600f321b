// Positions in the text of a .rob file. They are byte offsets until all errors are known; then the
// errors are sorted, and offsets are converted to lines and columns.
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

// Converts byte offsets to lines and columns.
class LineTable {
 public:
  explicit LineTable(std::string_view text);
  Span span(Range range) const;
  Range range(const Span& span) const;  // the inverse
  std::uint32_t line(std::uint32_t offset) const;

 private:
  std::vector<std::uint32_t> starts_;
};

// Errors, sorted by byte offset; errors at the same offset keep the order in which they were found.
class Errors : public ErrorList<Range> {
 public:
  std::vector<Diagnostic> take(const LineTable& lines) {
    return ErrorList::take([&](const Range& at) { return lines.span(at); });
  }
};

// Files above 16 MB are rejected before they are parsed: no real program is that large, and
// positions have 32 bits.
std::optional<Diagnostic> tooLarge(const Source& source);

}  // namespace robur::frontend_rob
