#include "report/marked_lines.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/shown_line.h"

namespace robur {

std::string markedLines(const Source& source, const std::vector<Mark>& marks, const Paint& paint) {
  std::uint32_t last = 0;
  for (const Mark& m : marks) last = std::max(last, m.span.line);
  const std::size_t width = fmt::format("{}", last).size();
  const std::string empty(width, ' ');
  std::string out = fmt::format("{} {}\n", empty, paint(Tone::Gutter, "|"));
  std::uint32_t shown = 0;
  ShownLine text;  // cut, if it is long, around its first mark
  for (const Mark& m : marks) {
    const std::string_view line = source.line(m.span.line);
    const Underline underline = underlineOf(m.span, line);
    if (shown != m.span.line) {
      text = shownLine(line, underline.begin);
      out += fmt::format(
          "{} {}\n", paint(Tone::Gutter, fmt::format("{:>{}} |", m.span.line, width)), text.text);
    }
    shown = m.span.line;
    const auto [from, length] = columnsOf(text, underline);
    std::string marker(length, m.main ? '^' : '-');
    if (!m.remark.empty()) marker += " " + m.remark;
    out += fmt::format("{} {}{}\n", paint(Tone::Gutter, empty + " |"), std::string(from, ' '),
                       paint(m.main ? Tone::Bad : Tone::Mark, marker));
  }
  return out;
}

}  // namespace robur
