#include "report/html/code_line.h"

#include <algorithm>

#include "program/shown_line.h"
#include "report/html/markup.h"

namespace robur::report_html {

namespace {

constexpr std::size_t kMostBytes = 400;  // of a line
constexpr std::size_t kTab = 4;

const char* className(CodeLine::Tone tone) {
  switch (tone) {
    case CodeLine::Tone::Lit:
      return "lit";
    case CodeLine::Tone::Cycle:
      return "cycle";
    case CodeLine::Tone::Bad:
      return "bad";
    case CodeLine::Tone::Plain:
      break;
  }
  return "";
}

std::string withBlanks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\t') {
      out.append(kTab, ' ');
    } else if (c != '\r') {
      out += c;
    }
  }
  return out;
}

}  // namespace

void CodeLine::mark(const Span& span, Tone tone) {
  const Underline part = underlineOf(span, source_);
  for (std::size_t i = part.begin; i < part.end; ++i) tones_[i] = std::max(tones_[i], tone);
}

std::size_t CodeLine::indentation(std::string_view source) {
  return std::min(source.find_first_not_of(' '), source.size());
}

std::string CodeLine::html() const {
  std::string out;
  const std::size_t end = std::min(source_.size(), skipped_ + kMostBytes);
  for (std::size_t from = skipped_; from < end;) {
    std::size_t to = from + 1;
    while (to < end && tones_[to] == tones_[from]) ++to;
    const std::string text = escaped(withBlanks(source_.substr(from, to - from)));
    if (tones_[from] == Tone::Plain) {
      out += text;
    } else {
      out += std::string("<mark class=\"") + className(tones_[from]) + "\">" + text + "</mark>";
    }
    from = to;
  }
  return end < source_.size() ? out + "…" : out;
}

}  // namespace robur::report_html
