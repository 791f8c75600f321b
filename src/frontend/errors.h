// Collects what is wrong with an input, for the frontends that read token by token.
//
// A person mends a handful of mistakes at a time: after twenty errors the rest is one
// note, and the frontend may stop reading.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "program/source.h"

namespace robur {

class Errors {
 public:
  static constexpr std::size_t kMost = 20;

  void add(Span span, std::string message, std::string help = {}) {
    if (found_.size() >= kMost) {
      more_ = true;
      return;
    }
    found_.push_back({Diagnostic::Severity::Error, span, std::move(message), std::move(help)});
  }

  void warn(Span span, std::string message, std::string help = {}) {
    if (warnings_.size() >= kMost) return;
    warnings_.push_back({Diagnostic::Severity::Warning, span, std::move(message), std::move(help)});
  }

  bool any() const { return !found_.empty(); }
  bool full() const { return more_; }

  // In the order of the text, whatever order they were found in. Warnings matter only if
  // there are no errors.
  std::vector<Diagnostic> take() {
    if (found_.empty()) found_ = std::move(warnings_);
    std::ranges::stable_sort(
        found_, {}, [](const Diagnostic& d) { return std::tuple(d.span.line, d.span.column); });
    if (more_) {
      found_.push_back({Diagnostic::Severity::Note,
                        {},
                        fmt::format("there are more errors; the first {} are shown", kMost),
                        {}});
    }
    return std::move(found_);
  }

 private:
  std::vector<Diagnostic> found_;
  std::vector<Diagnostic> warnings_;
  bool more_ = false;
};

// The text between quotes, as it may stand in a message: cut if it is absurdly long, with
// nothing in it that a terminal would act on.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string shown(text.substr(0, kLongest));
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return fmt::format("'{}{}'", shown, text.size() > kLongest ? "..." : "");
}

// From the beginning of one span to the end of another.
constexpr Span spanning(Span first, Span last) {
  first.endLine = last.endLine;
  first.endColumn = last.endColumn;
  return first;
}

}  // namespace robur
