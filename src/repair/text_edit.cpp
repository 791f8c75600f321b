#include "repair/text_edit.h"

#include <algorithm>
#include <cctype>

namespace robur {

namespace {

bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::string_view indentAt(std::string_view text, std::size_t line) {
  const std::size_t first = text.find_first_not_of(" \t", line);
  return text.substr(line, (first == std::string_view::npos ? text.size() : first) - line);
}

// Labels stand on lines of their own, and often less deep than statements.
bool isLabel(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  if (line.empty() || line.back() != ':') return false;
  line.remove_suffix(1);
  return line.starts_with("case ") || std::ranges::all_of(line, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
         });
}

// How deep a statement is that comes in front of the line: as deep as what a label is for.
std::string_view depthAt(std::string_view text, std::size_t line) {
  for (std::size_t at = line; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view content = text.substr(at, end - at);
    const bool closes = content.find_first_not_of(" \t") == content.find('}');
    if (!blank(content) && !isLabel(content)) return indentAt(text, closes ? line : at);
    at = end + 1;
  }
  return indentAt(text, line);
}

// The line ending that the text uses.
std::string_view newlineOf(std::string_view text) {
  return text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
}

}  // namespace

std::size_t lineBegin(std::string_view text, std::size_t offset) {
  const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

std::size_t offsetOf(std::string_view text, std::uint32_t line, std::uint32_t column) {
  std::size_t begin = 0;
  for (; line > 1; --line) {
    const std::size_t newline = text.find('\n', begin);
    if (newline == std::string_view::npos) return text.size();
    begin = newline + 1;
  }
  return std::min(text.size(), begin + column - 1);
}

std::string applied(std::string_view text, std::vector<TextEdit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    out += text.substr(at, edit.begin - at);
    out += edit.text;
    at = edit.end;
  }
  out += text.substr(at);
  return out;
}

TextEdit statementBefore(std::string_view text, std::size_t offset, std::string_view statement,
                         std::optional<std::size_t> like) {
  while (offset < text.size() && (text[offset] == ' ' || text[offset] == '\t')) ++offset;
  const std::size_t line = lineBegin(text, offset);
  if (!blank(text.substr(line, offset - line))) {
    return {offset, offset, std::string(statement) + " "};
  }
  std::string indent(depthAt(text, line));
  const bool closes = offset < text.size() && text[offset] == '}';
  if (closes && like &&
      blank(text.substr(lineBegin(text, *like), *like - lineBegin(text, *like)))) {
    indent = indentAt(text, lineBegin(text, *like));
  } else if (closes) {
    // The end of a block: as deep as the statement above, or one level deeper than the brace.
    std::size_t above = line;
    while (above > 0) {
      const std::size_t begin = lineBegin(text, above - 1);
      const std::string_view candidate = text.substr(begin, above - 1 - begin);
      above = begin;
      if (blank(candidate)) continue;
      const std::string deeper(indentAt(text, begin));
      indent = deeper.size() > indent.size() ? deeper : indent + "  ";
      break;
    }
  }
  return {line, line, indent + std::string(statement) + std::string(newlineOf(text))};
}

TextEdit withoutStatement(std::string_view text, std::size_t begin, std::size_t end) {
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  if (end < text.size() && text[end] == ';') ++end;
  const std::size_t line = lineBegin(text, begin);
  const std::size_t newline = text.find('\n', end);
  const std::size_t lineEnd = newline == std::string_view::npos ? text.size() : newline;
  if (blank(text.substr(line, begin - line)) && blank(text.substr(end, lineEnd - end))) {
    return {line, newline == std::string_view::npos ? lineEnd : lineEnd + 1, ""};
  }
  while (end < text.size() && text[end] == ' ') ++end;
  return {begin, end, ""};
}

}  // namespace robur
