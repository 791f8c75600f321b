// Shows a diagnostic with the line it speaks of.
//
// Input may be hostile: lines of many megabytes are cut to a window around the span, and
// bytes that a terminal would act on are replaced. The marker line repeats the tabs of
// the source line, so that the carets stand under the span at any tab width.
#include "program/source.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur {

namespace {

constexpr std::size_t kWindow = 160;  // bytes of a source line that are shown
constexpr std::size_t kBefore = 60;   // of them at most so many before the span

bool continuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\t') || byte == 0x7F) c = '?';
  }
  return out;
}

const char* title(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::Error:
      return "error";
    case Diagnostic::Severity::Warning:
      return "warning";
    case Diagnostic::Severity::Note:
      return "note";
  }
  return "error";
}

struct Excerpt {
  std::string text;
  std::string markers;
};

// Byte offsets begin..end of the span within the line; an empty span gets one caret.
Excerpt excerptOf(std::string_view line, std::size_t begin, std::size_t end) {
  begin = std::min(begin, line.size());
  end = std::clamp(end, begin, line.size());
  std::size_t from = 0;
  std::size_t to = line.size();
  if (line.size() > kWindow) {
    from = begin > kBefore ? begin - kBefore : 0;
    to = std::min(line.size(), from + kWindow);
    while (from < begin && continuesCharacter(line[from])) ++from;
    while (to < line.size() && continuesCharacter(line[to])) ++to;
  }
  Excerpt e;
  if (from > 0) {
    e.text = "...";
    e.markers = "   ";
  }
  for (std::size_t i = from; i < begin; ++i) {
    if (!continuesCharacter(line[i])) e.markers += line[i] == '\t' ? '\t' : ' ';
  }
  std::size_t carets = 0;
  for (std::size_t i = begin; i < std::min(end, to); ++i) carets += !continuesCharacter(line[i]);
  e.markers.append(std::max<std::size_t>(carets, 1), '^');
  e.text += printable(line.substr(from, to - from));
  if (to < line.size()) e.text += "...";
  return e;
}

}  // namespace

std::string_view Source::line(std::uint32_t number) const {
  if (number == 0) return {};
  std::string_view rest = text;
  for (std::uint32_t i = 1; i < number; ++i) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  return rest;
}

std::string render(const Source& source, const Diagnostic& diagnostic) {
  const Span& span = diagnostic.span;
  std::string out;
  if (span.known()) {
    out = fmt::format("{}:{}:{}: {}: {}\n", source.path, span.line, span.column,
                      title(diagnostic.severity), diagnostic.message);
    const std::string_view line = source.line(span.line);
    const std::size_t begin = span.column > 0 ? span.column - 1 : 0;
    const bool oneLine = span.endLine == span.line;
    const std::size_t end = oneLine && span.endColumn > 0 ? span.endColumn - 1 : line.size();
    const Excerpt e = excerptOf(line, begin, end);
    const std::string number = std::to_string(span.line);
    const std::string gutter(number.size(), ' ');
    out += fmt::format("{0} |\n{1} |{2}{3}\n{0} | {4}\n", gutter, number, e.text.empty() ? "" : " ",
                       e.text, e.markers);
  } else {
    out = fmt::format("{}: {}: {}\n", source.path, title(diagnostic.severity), diagnostic.message);
  }
  if (!diagnostic.help.empty()) out += fmt::format("help: {}\n", diagnostic.help);
  return out;
}

bool hasErrors(const std::vector<Diagnostic>& diagnostics) {
  return std::ranges::any_of(
      diagnostics, [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Error; });
}

}  // namespace robur
