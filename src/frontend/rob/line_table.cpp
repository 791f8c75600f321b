#include "frontend/rob/line_table.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace robur::frontend_rob {

LineTable::LineTable(std::string_view text) {
  starts_.push_back(0);
  const char* const begin = text.data();
  const char* at = begin;
  const char* const end = begin + text.size();
  while (at != end) {
    const void* newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    if (newline == nullptr) break;
    at = static_cast<const char*>(newline) + 1;
    starts_.push_back(static_cast<std::uint32_t>(at - begin));
  }
}

std::uint32_t LineTable::line(std::uint32_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<std::uint32_t>(after - starts_.begin());
}

Span LineTable::span(Range range) const {
  Span span;
  span.line = line(range.begin);
  span.column = range.begin - starts_[span.line - 1] + 1;
  span.endLine = line(range.end);
  span.endColumn = range.end - starts_[span.endLine - 1] + 1;
  return span;
}

Range LineTable::range(const Span& span) const {
  return {starts_[span.line - 1] + span.column - 1, starts_[span.endLine - 1] + span.endColumn - 1};
}

std::optional<Diagnostic> tooLarge(const Source& source) {
  constexpr std::size_t kMegabytes = 16;
  if (source.text.size() <= kMegabytes << 20) return std::nullopt;
  return Diagnostic{Diagnostic::Severity::Error,
                    {},
                    fmt::format("the file is larger than {} MB", kMegabytes),
                    {}};
}

}  // namespace robur::frontend_rob
