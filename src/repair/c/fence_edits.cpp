#include "repair/c/fence_edits.h"

#include <algorithm>
#include <map>

namespace robur::repair_c {

namespace {

// The end of the line, before its newline characters.
std::size_t lineEnd(std::string_view text, std::size_t offset) {
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  return end > offset && text[end - 1] == '\r' ? end - 1 : end;
}
bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}
std::string indentAt(std::string_view text, std::size_t offset) {
  const std::size_t line = lineBegin(text, offset);
  const std::size_t first = std::min(text.find_first_not_of(" \t", line), text.size());
  return std::string(text.substr(line, first - line));
}

// Whether the file puts opening braces on lines of their own. Braces in the first column are
// ignored, since those of functions are often there even if no others are.
bool bracesStandAlone(std::string_view text) {
  int alone = 0;
  int behind = 0;
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    if (!blank(text.substr(at + 1, lineEnd(text, at + 1) - at - 1))) continue;
    const std::size_t line = lineBegin(text, at);
    if (line == at) continue;
    (blank(text.substr(line, at - line)) ? alone : behind)++;
  }
  return alone > behind;
}

class Braces {
 public:
  Braces(std::string_view text, const Statement& body) : text(text), body(body) {
    const std::size_t line = lineBegin(text, body.begin);
    ownLine = blank(text.substr(line, body.begin - line)) && body.head <= line;
    newline = text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
  }

  TextEdit opening() const {
    if (!ownLine) return {body.begin, body.begin, "{ "};
    if (bracesStandAlone(text)) {
      const std::size_t at = lineEnd(text, body.head);
      return {at, at, newline + indentAt(text, body.owner) + "{"};
    }
    return {body.head, body.head, " {"};
  }
  TextEdit before(const std::string& statement) const {
    if (!ownLine) return {body.begin, body.begin, statement + " "};
    const std::size_t line = lineBegin(text, body.begin);
    return {line, line, indentAt(text, body.begin) + statement + newline};
  }
  TextEdit behind(const std::string& statement) const {
    if (!ownLine || !endsItsLine()) return {body.end, body.end, " " + statement};
    const std::size_t at = lineEnd(text, body.end);
    return {at, at, newline + indentAt(text, body.begin) + statement};
  }
  TextEdit closing() const {
    if (!ownLine || !endsItsLine()) return {body.end, body.end, " }"};
    const std::size_t at = lineEnd(text, body.end);
    const std::string brace = newline + indentAt(text, body.owner) + "}";
    // } else {
    const bool joined =
        body.follow > at && blank(text.substr(at, body.follow - at)) && !bracesStandAlone(text);
    if (joined) return {at, body.follow, brace + " "};
    return {at, at, brace};
  }

 private:
  // Whether nothing but a comment follows the body on its last line.
  bool endsItsLine() const {
    std::string_view rest = text.substr(body.end, lineEnd(text, body.end) - body.end);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    if (rest.empty() || rest.starts_with("//")) return true;
    return rest.starts_with("/*") && rest.find("*/") + 2 == rest.size();
  }

  std::string_view text;
  const Statement& body;
  bool ownLine = false;
  std::string newline;
};

}  // namespace

std::vector<FenceEdit> fenceEdits(std::string_view text, const std::vector<Statement>& statements,
                                  const std::vector<FenceToWrite>& fences) {
  std::vector<FenceEdit> out;
  std::map<std::size_t, std::vector<std::size_t>, std::greater<>> bodies;  // inner ones first
  for (std::size_t i = 0; i < fences.size(); ++i) {
    const Gap& gap = fences[i].gap;
    if (gap.body) {
      bodies[*gap.body].push_back(i);
    } else {
      const auto last = std::ranges::find_if(statements, [&](const Statement& s) {
        return !s.bare && !s.closes && s.next == gap.offset;
      });
      const std::optional<std::size_t> like =
          last == statements.end() ? std::nullopt : std::optional(last->begin);
      out.push_back({statementBefore(text, gap.offset, fences[i].statement, like), i});
    }
  }
  for (const auto& [begin, inside] : bodies) {
    const auto body = std::ranges::find_if(
        statements, [at = begin](const Statement& s) { return s.bare && s.begin == at; });
    if (body == statements.end()) continue;
    const Braces braces(text, *body);
    out.push_back({braces.opening(), {}});
    for (const std::size_t i : inside) {
      const bool before = fences[i].gap.offset == begin;
      out.push_back(
          {before ? braces.before(fences[i].statement) : braces.behind(fences[i].statement), i});
    }
    out.push_back({braces.closing(), {}});
  }
  return out;
}

}  // namespace robur::repair_c
