#include "prove/excerpt.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur::prove {

std::string excerpt(const Source& source, const std::vector<Mark>& marks, const Paint& paint) {
  std::uint32_t last = 0;
  for (const Mark& m : marks) last = std::max(last, m.span.line);
  const std::size_t width = fmt::format("{}", last).size();
  const std::string empty(width, ' ');
  std::string out = fmt::format("{} {}\n", empty, paint(Tone::Gutter, "|"));
  std::uint32_t shown = 0;
  for (const Mark& m : marks) {
    const std::string_view line = source.line(m.span.line);
    if (shown != m.span.line) {
      out += fmt::format("{} {}\n",
                         paint(Tone::Gutter, fmt::format("{:>{}} |", m.span.line, width)), line);
    }
    shown = m.span.line;
    const std::size_t end = m.span.endLine == m.span.line ? m.span.endColumn : line.size() + 1;
    const std::size_t length =
        std::max<std::size_t>(end > m.span.column ? end - m.span.column : 1, 1);
    std::string under(m.span.column - 1, ' ');
    // Tabs stay, so that the underline is below what it means.
    for (std::size_t i = 0; i < under.size() && i < line.size(); ++i) {
      if (line[i] == '\t') under[i] = '\t';
    }
    std::string underline(length, m.main ? '^' : '-');
    if (!m.remark.empty()) underline += " " + m.remark;
    out += fmt::format("{} {}{}\n", paint(Tone::Gutter, empty + " |"), under,
                       paint(m.main ? Tone::Bad : Tone::Mark, underline));
  }
  return out;
}

}  // namespace robur::prove
