#include "accept/allow_comments.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/tour.h"
#include "report/words.h"

namespace robur::accept {

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool consume(std::string_view& text, std::string_view prefix) {
  text = trimmed(text);
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Blank, or only a comment: there is no access on it.
bool hasCode(std::string_view line) {
  line = trimmed(line);
  return !line.empty() && !line.starts_with("//") && !line.starts_with("/*") &&
         !line.starts_with("*");
}

class Reader {
 public:
  Reader(const Source& source, std::uint32_t file, AllowComments& out)
      : source(source), file(file), out(out) {
    lines = 1 + static_cast<std::uint32_t>(std::ranges::count(source.text, '\n'));
  }

  void run() {
    if (source.text.find("robur:") == std::string::npos) return;
    for (std::uint32_t line = 1; line <= lines; ++line) readLine(line);
  }

 private:
  void readLine(std::uint32_t number) {
    const std::string_view line = source.line(number);
    for (const std::string_view opening : {"//", "/*"}) {
      for (std::size_t at = line.find(opening); at != std::string_view::npos;
           at = line.find(opening, at + 1)) {
        std::string_view rest = line.substr(at + opening.size());
        if (!consume(rest, "robur:")) continue;
        if (opening == "/*") rest = rest.substr(0, rest.find("*/"));
        AllowComment comment;
        const auto column = static_cast<std::uint32_t>(at + 1);
        const auto end = static_cast<std::uint32_t>(line.find_last_not_of(kBlanks) + 2);
        comment.span = {file, number, column, number, end};
        comment.line = hasCode(line.substr(0, at)) ? number : nextWithCode(number);
        readComment(std::move(comment), rest);
        return;
      }
    }
  }

  std::uint32_t nextWithCode(std::uint32_t after) const {
    for (std::uint32_t line = after + 1; line <= lines; ++line) {
      if (hasCode(source.line(line))) return line;
    }
    return after;
  }

  void readComment(AllowComment comment, std::string_view text) {
    const bool allows = consume(text, "allow") && consume(text, "(");
    const std::size_t end = text.find(')');
    if (!allows || end == std::string_view::npos) {
      return wrong(comment.span, "this comment is not understood",
                   "write `robur: allow(KIND) REASON`");
    }
    std::string_view list = text.substr(0, end);
    comment.reason = trimmed(text.substr(end + 1));
    while (true) {
      const std::size_t comma = list.find(',');
      const std::string kind(trimmed(list.substr(0, comma)));
      if (std::ranges::find(acceptableKinds(), kind) == acceptableKinds().end()) {
        return wrong(comment.span, fmt::format("there is no finding of the kind '{}'", kind),
                     fmt::format("the kinds are {}", fmt::join(acceptableKinds(), ", ")));
      }
      comment.kinds.push_back(kind);
      if (comma == std::string_view::npos) break;
      list.remove_prefix(comma + 1);
    }
    if (comment.reason.empty()) {
      return wrong(comment.span, "a finding is accepted without a reason",
                   fmt::format("write why: `robur: allow({}) REASON`",
                               fmt::join(comment.kinds, ", ")));
    }
    out.comments.push_back(std::move(comment));
  }

  void wrong(const Span& span, std::string message, std::string help) {
    out.errors.push_back({Diagnostic::Severity::Error, span, std::move(message), std::move(help)});
  }

  const Source& source;
  const std::uint32_t file;
  AllowComments& out;
  std::uint32_t lines = 0;
};

}  // namespace

AllowComments allowCommentsIn(const std::vector<Source>& sources) {
  AllowComments out;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    Reader(sources[i], static_cast<std::uint32_t>(i), out).run();
  }
  return out;
}

const std::vector<std::string>& acceptableKinds() {
  static const std::vector<std::string> kinds = [] {
    std::vector<std::string> out;
    for (const Reordering kind :
         {Reordering::StoreBuffering, Reordering::MessagePassing, Reordering::WriteWrite,
          Reordering::Iriw, Reordering::StaleRmw, Reordering::Coherence}) {
      out.emplace_back(spelling(kind));
    }
    for (const Property property :
         {Property::Race, Property::Assertion, Property::Overflow, Property::Bounds,
          Property::DivisionByZero, Property::MixedAccess, Property::Hang}) {
      out.emplace_back(spelling(property));
    }
    return out;
  }();
  return kinds;
}

}  // namespace robur::accept
