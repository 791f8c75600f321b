// Collects the errors of an input.
//
// Users fix a few errors at a time: after twenty the rest is summarised in one note, and the parser
// may stop. Positions are of the parser's own type (spans, or byte offsets that become spans at the
// end) and are compared with `<`.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "program/source.h"

namespace robur {

template <class Position>
class ErrorList {
 public:
  static constexpr std::size_t kMost = 20;

  // The same message for the same position is kept once.
  void add(Position at, std::string message, std::string help = {}) {
    const auto same = [&](const Problem& p) {
      return !(p.at < at) && !(at < p.at) && p.message == message;
    };
    if (more_ || std::ranges::any_of(errors_, same)) return;
    if (errors_.size() == kMost) {
      more_ = true;
      return;
    }
    errors_.push_back({at, std::move(message), std::move(help)});
  }

  void warn(Position at, std::string message, std::string help = {}) {
    if (warnings_.size() >= kMost) return;
    warnings_.push_back({at, std::move(message), std::move(help)});
  }

  bool any() const { return !errors_.empty(); }
  std::size_t count() const { return errors_.size(); }
  // Whether further errors are discarded.
  bool full() const { return more_; }

  // The errors in the order of the text. Warnings are omitted if there are errors.
  template <class ToSpan>
  std::vector<Diagnostic> take(const ToSpan& spanOf) {
    const auto severity = any() ? Diagnostic::Severity::Error : Diagnostic::Severity::Warning;
    std::vector<Problem>& shown = any() ? errors_ : warnings_;
    std::ranges::stable_sort(shown, [](const Problem& a, const Problem& b) { return a.at < b.at; });
    std::vector<Diagnostic> out;
    for (Problem& p : shown) {
      out.push_back({severity, spanOf(p.at), std::move(p.message), std::move(p.help)});
    }
    if (more_) {
      out.push_back({Diagnostic::Severity::Note,
                     {},
                     fmt::format("there are more errors; the first {} are shown", kMost),
                     {}});
    }
    return out;
  }

 private:
  struct Problem {
    Position at;
    std::string message;
    std::string help;
  };
  std::vector<Problem> errors_;
  std::vector<Problem> warnings_;
  bool more_ = false;
};

// A span as a position: spans are ordered by where they begin.
struct At {
  Span span;
  At(Span given) : span(given) {}  // NOLINT(google-explicit-constructor): every span is a position
  friend bool operator<(const At& a, const At& b) {
    return a.span.line != b.span.line ? a.span.line < b.span.line : a.span.column < b.span.column;
  }
};

// For parsers that work with spans.
class Errors : public ErrorList<At> {
 public:
  std::vector<Diagnostic> take() {
    return ErrorList::take([](const At& at) { return at.span; });
  }
};

// The text in quotes, for a message: shortened if it is very long, and without characters that a
// terminal would interpret.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string shown(text.substr(0, kLongest));
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return fmt::format("'{}{}'", shown, text.size() > kLongest ? "..." : "");
}

// The span from the beginning of one span to the end of another.
constexpr Span spanning(Span first, Span last) {
  first.endLine = last.endLine;
  first.endColumn = last.endColumn;
  return first;
}

}  // namespace robur
