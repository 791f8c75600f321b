// Shows a diagnostic with the line it refers to.
#include "program/source.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/shown_line.h"

namespace robur {

namespace {

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
    const Underline underline = underlineOf(span, line);
    const ShownLine shown = shownLine(line, underline.begin);
    const auto [from, width] = columnsOf(shown, underline);
    const std::string number = std::to_string(span.line);
    const std::string gutter(number.size(), ' ');
    out += fmt::format("{0} |\n{1} |{2}{3}\n{0} | {4}{5}\n", gutter, number,
                       shown.text.empty() ? "" : " ", shown.text, std::string(from, ' '),
                       std::string(width, '^'));
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
