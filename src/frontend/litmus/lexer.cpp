// Comments are those of C, and (* … *) outside of code, where herd's other dialects have them.
#include "frontend/litmus/lexer.h"

#include <limits>

namespace robur::frontend_litmus {

namespace {

constexpr bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool isNamePart(char c) {
  return isNameStart(c) || isDigit(c);
}
constexpr bool isBlank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::size_t symbolLength(std::string_view text) {
  for (const std::string_view two :
       {"==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "/\\", "\\/", "=>", "<>", "->"}) {
    if (text.starts_with(two)) return 2;
  }
  constexpr std::string_view kSingle = "(){}[],;:.=!<>+-*/%&|^~$#?";
  return kSingle.find(text[0]) != std::string_view::npos ? 1 : 0;
}

}  // namespace

Lexer::Lexer(std::string_view text, Errors& errors) : text_(text), errors_(errors) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
}

char Lexer::peek(std::size_t ahead) const {
  return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
}

void Lexer::advance(std::size_t bytes) {
  for (; bytes > 0 && at_ < text_.size(); --bytes, ++at_) {
    if (text_[at_] != '\n') continue;
    ++line_;
    lineStart_ = at_ + 1;
  }
}

bool Lexer::skipComment() {
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("//")) {
    const std::size_t end = rest.find('\n');
    advance(end == std::string_view::npos ? rest.size() : end);
    return true;
  }
  const bool isC = rest.starts_with("/*");
  if (!isC && !rest.starts_with("(*")) return false;
  const std::size_t end = rest.find(isC ? "*/" : "*)", 2);
  if (end == std::string_view::npos) {
    const Token open = cut(Token::Kind::Symbol, 2);
    errors_.add(open.span, "this comment does not end");
    advance(rest.size());
  } else {
    advance(end + 2);
  }
  return true;
}

void Lexer::skipBlanks() {
  while (at_ < text_.size()) {
    if (isBlank(peek())) {
      advance(1);
    } else if (!skipComment()) {
      return;
    }
  }
}

Token Lexer::cut(Token::Kind kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.text = text_.substr(at_, length);
  const auto column = static_cast<std::uint32_t>(at_ - lineStart_ + 1);
  token.span = {0, line_, column, line_, column + static_cast<std::uint32_t>(token.text.size())};
  advance(length);
  return token;
}

Token Lexer::word() {
  skipBlanks();
  std::size_t length = 0;
  while (at_ + length < text_.size() && !isBlank(peek(length))) ++length;
  return cut(length == 0 ? Token::Kind::End : Token::Kind::Name, length);
}

Token Lexer::restOfLine() {
  while (peek() == ' ' || peek() == '\t') advance(1);
  std::size_t length = 0;
  while (at_ + length < text_.size() && peek(length) != '\n') ++length;
  while (length > 0 && isBlank(peek(length - 1))) --length;
  return cut(length == 0 ? Token::Kind::End : Token::Kind::Name, length);
}

Token Lexer::information() {
  skipBlanks();
  std::size_t length = 0;
  while (isNamePart(peek(length))) ++length;
  if (length == 0 || peek(length) != '=') return {};
  return restOfLine();
}

Token Lexer::next() {
  for (;;) {
    skipBlanks();
    if (at_ >= text_.size()) return cut(Token::Kind::End, 0);
    if (isDigit(peek())) return number();
    if (peek() == '"') return string();
    if (isNameStart(peek())) {
      std::size_t length = 1;
      while (isNamePart(peek(length))) ++length;
      return cut(Token::Kind::Name, length);
    }
    const std::size_t symbol = symbolLength(text_.substr(at_));
    if (symbol > 0) return cut(Token::Kind::Symbol, symbol);
    const Token stray = cut(Token::Kind::Symbol, 1);
    errors_.add(stray.span,
                fmt::format("unexpected byte 0x{:02x}", static_cast<unsigned char>(stray.text[0])));
  }
}

Token Lexer::string() {
  std::size_t length = 1;
  while (at_ + length < text_.size() && peek(length) != '"' && peek(length) != '\n') ++length;
  const bool ends = peek(length) == '"';
  const Token token = cut(Token::Kind::String, length + (ends ? 1 : 0));
  if (!ends) errors_.add(token.span, "this text in quotes does not end on its line");
  return token;
}

Token Lexer::number() {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
  std::size_t length = 0;
  while (isNamePart(peek(length))) ++length;
  Token token = cut(Token::Kind::Number, length);
  const std::string_view digits = token.text.substr(hex ? 2 : 0);
  bool good = !digits.empty() && (hex || digits.size() == 1 || digits[0] != '0');
  for (const char c : digits) {
    const int digit = isDigit(c)             ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : 99;
    if (digit >= (hex ? 16 : 10)) good = false;
    if (good && token.value <= kLargest) token.value = token.value * (hex ? 16 : 10) + digit;
  }
  if (!good) {
    errors_.add(token.span, fmt::format("{} is not a number", quoted(token.text)),
                "numbers are decimal or hexadecimal");
  } else if (token.value > kLargest) {
    errors_.add(token.span, "this number is too large",
                fmt::format("the largest one is {}", kLargest));
  }
  if (!good || token.value > kLargest) token.value = 0;
  return token;
}

}  // namespace robur::frontend_litmus
