#include "program/shown_line.h"

#include <algorithm>

namespace robur {

namespace {

constexpr std::size_t kTab = 4;
constexpr std::size_t kWindow = 160;  // columns of a source line that are shown
constexpr std::size_t kBefore = 60;   // at most so many of them before the first mark

bool continuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

ShownLine shownLine(std::string_view line, std::size_t first) {
  ShownLine out;
  out.column.reserve(line.size() + 1);
  std::size_t from = first > kBefore && line.size() > kWindow ? first - kBefore : 0;
  while (from > 0 && continuesCharacter(line[from])) --from;
  std::size_t column = from > 0 ? 3 : 0;
  if (from > 0) out.text = "...";
  bool cut = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool starts = !continuesCharacter(c);
    if (i < from || cut || (starts && column >= kWindow)) {
      if (i >= from && !cut) {
        out.text += "...";
        cut = true;
      }
      out.column.push_back(column);
      continue;
    }
    out.column.push_back(starts || column == 0 ? column : column - 1);
    if (c == '\t') {
      const std::size_t width = kTab - column % kTab;
      out.text.append(width, ' ');
      column += width;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.text += byte < 0x20 || byte == 0x7F ? '?' : c;
    column += starts;
  }
  out.column.push_back(column);
  return out;
}

Underline underlineOf(const Span& span, std::string_view line) {
  const std::size_t begin =
      std::min<std::size_t>(span.column > 0 ? span.column - 1 : 0, line.size());
  const std::size_t end = span.endLine > span.line || span.endColumn == 0
                              ? line.size()
                              : std::clamp<std::size_t>(span.endColumn - 1, begin, line.size());
  return {begin, end};
}

Columns columnsOf(const ShownLine& shown, const Underline& underline) {
  const std::size_t from = shown.column[underline.begin];
  return {from, std::max<std::size_t>(shown.column[underline.end] - from, 1)};
}

}  // namespace robur
