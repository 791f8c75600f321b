#include "repair/c/tokens.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>

namespace robur::repair_c {

namespace {

bool wordy(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text(text) {}

  std::vector<Token> run() && {
    bool lineBegins = true;
    while (at < text.size()) {
      const char c = text[at];
      if (c == '\n') {
        lineBegins = true;
        ++at;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at;
      } else if (text.substr(at, 2) == "\\\n") {
        at += 2;
      } else if (text.substr(at, 2) == "//") {
        skipLine();
      } else if (text.substr(at, 2) == "/*") {
        const std::size_t close = text.find("*/", at + 2);
        at = close == std::string_view::npos ? text.size() : close + 2;
      } else if (c == '#' && lineBegins) {
        skipLine();
      } else {
        lineBegins = false;
        token();
      }
    }
    return std::move(out);
  }

 private:
  // Skips to the end of the line, and of the lines that continue it.
  void skipLine() {
    while (at < text.size() && text[at] != '\n') {
      if (text.substr(at, 2) == "/*") {
        const std::size_t close = text.find("*/", at + 2);
        at = close == std::string_view::npos ? text.size() : close + 2;
        continue;
      }
      if (text.substr(at, 2) == "\\\n") ++at;
      if (text.substr(at, 3) == "\\\r\n") at += 2;
      at = std::min(at + 1, text.size());
    }
  }

  void add(Token::Kind kind, std::size_t end) {
    end = std::min(end, text.size());
    out.push_back({kind, text.substr(at, end - at), at});
    at = end;
  }

  void token() {
    const char c = text[at];
    std::size_t end = at;
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      // 1'000 and 1e+5 are numbers as well.
      while (end < text.size() &&
             (wordy(text[end]) || text[end] == '.' || (text[end] == '\'' && digitAt(end + 1)) ||
              ((text[end] == '+' || text[end] == '-') && exponentAt(end - 1)))) {
        ++end;
      }
      add(Token::Kind::Literal, end);
    } else if (wordy(c)) {
      while (end < text.size() && wordy(text[end])) ++end;
      const std::string_view word = text.substr(at, end - at);
      const bool quoted = end < text.size() && (text[end] == '"' || text[end] == '\'');
      constexpr std::string_view kPrefixes[] = {"L", "u", "U", "u8"};
      constexpr std::string_view kRaw[] = {"R", "LR", "uR", "UR", "u8R"};
      if (quoted && text[end] == '"' && std::ranges::find(kRaw, word) != std::end(kRaw)) {
        add(Token::Kind::Literal, rawEnd(end));
      } else if (quoted && std::ranges::find(kPrefixes, word) != std::end(kPrefixes)) {
        add(Token::Kind::Literal, quotedEnd(end));
      } else {
        add(Token::Kind::Word, end);
      }
    } else if (c == '"' || c == '\'') {
      add(Token::Kind::Literal, quotedEnd(at));
    } else {
      add(Token::Kind::Sign, at + signLength());
    }
  }

  bool digitAt(std::size_t i) const { return i < text.size() && wordy(text[i]); }
  bool exponentAt(std::size_t i) const {
    return text[i] == 'e' || text[i] == 'E' || text[i] == 'p' || text[i] == 'P';
  }

  std::size_t quotedEnd(std::size_t open) const {
    std::size_t end = open + 1;
    while (end < text.size() && text[end] != text[open] && text[end] != '\n') {
      end += text[end] == '\\' ? 2 : 1;
    }
    return end + 1;
  }
  std::size_t rawEnd(std::size_t open) const {
    const std::size_t paren = text.find('(', open);
    if (paren == std::string_view::npos) return text.size();
    const std::string close = ")" + std::string(text.substr(open + 1, paren - open - 1)) + "\"";
    const std::size_t end = text.find(close, paren);
    return end == std::string_view::npos ? text.size() : end + close.size();
  }
  std::size_t signLength() const {
    constexpr std::string_view kSigns[] = {
        "<<=", ">>=", "...", "->*", "::", "->", "==", "!=", "<=", ">=", "&&",
        "||",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "++", "--"};
    for (const std::string_view sign : kSigns) {
      if (text.substr(at, sign.size()) == sign) return sign.size();
    }
    return 1;
  }

  std::string_view text;
  std::size_t at = 0;
  std::vector<Token> out;
};

}  // namespace

std::vector<Token> tokensOf(std::string_view text) {
  return Lexer(text).run();
}

std::size_t closingOf(const std::vector<Token>& tokens, std::size_t open) {
  std::string expected;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const std::string_view t = tokens[i].text;
    if (tokens[i].kind != Token::Kind::Sign) continue;
    if (t == "(") expected += ')';
    if (t == "[") expected += ']';
    if (t == "{") expected += '}';
    if (t == ")" || t == "]" || t == "}") {
      if (expected.empty() || expected.back() != t[0]) return tokens.size();
      expected.pop_back();
      if (expected.empty()) return i;
    }
  }
  return tokens.size();
}

}  // namespace robur::repair_c
