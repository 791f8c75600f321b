#include "frontend/tpl/lexer.h"

#include <limits>

namespace robur::frontend_tpl {

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
constexpr bool isStrange(char c) {
  return static_cast<unsigned char>(c) >= 0x7F ||
         (static_cast<unsigned char>(c) < 0x20 && !isBlank(c));
}

// The number of bytes of the symbol at the beginning of the text; 0 if there is none.
std::size_t symbolLength(std::string_view text) {
  for (const std::string_view two : {"==", "!=", "<=", ">=", "&&", "||"}) {
    if (text.starts_with(two)) return 2;
  }
  constexpr std::string_view kSingle = "(){}[],;:.=!<>+-*/%&|^";
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
  for (; bytes > 0; --bytes, ++at_) {
    if (text_[at_] != '\n') continue;
    ++line_;
    lineStart_ = at_ + 1;
  }
}

void Lexer::skipBlanks() {
  while (at_ < text_.size()) {
    if (isBlank(peek())) {
      advance(1);
    } else if (peek() == '/' && peek(1) == '/') {
      const std::size_t end = text_.find('\n', at_);
      at_ = end == std::string_view::npos ? text_.size() : end;
    } else {
      return;
    }
  }
}

Token Lexer::cut(Token::Kind kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.text = text_.substr(at_, length);
  const auto column = static_cast<std::uint32_t>(at_ - lineStart_ + 1);
  token.span = {0, line_, column, line_, column + static_cast<std::uint32_t>(length)};
  advance(length);
  return token;
}

Token Lexer::next() {
  for (;;) {
    skipBlanks();
    if (at_ >= text_.size()) return cut(Token::Kind::End, 0);
    if (isDigit(peek())) return number();
    if (isNameStart(peek())) {
      std::size_t length = 1;
      while (isNamePart(peek(length))) ++length;
      return cut(Token::Kind::Name, length);
    }
    const std::size_t symbol = symbolLength(text_.substr(at_));
    if (symbol > 0) return cut(Token::Kind::Symbol, symbol);
    reportStray();
  }
}

Token Lexer::number() {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  std::size_t length = 0;
  std::int64_t value = 0;
  for (; isDigit(peek(length)); ++length) {
    if (value <= kLargest) value = value * 10 + (peek(length) - '0');
  }
  const std::size_t digits = length;
  while (isNamePart(peek(length))) ++length;
  Token token = cut(Token::Kind::Number, length);
  token.value = value;
  if (length > digits) {
    errors_.add(token.span, fmt::format("{} is not a number", quoted(token.text)),
                "numbers are decimal, and a name does not begin with a digit");
  } else if (value > kLargest) {
    errors_.add(token.span, "this number is too large",
                fmt::format("the largest one is {}", kLargest));
  }
  if (length > digits || value > kLargest) token.value = 0;
  return token;
}

// A whole run of bytes that no program contains is reported as one error.
void Lexer::reportStray() {
  std::size_t length = 1;
  if (isStrange(peek())) {
    while (at_ + length < text_.size() && isStrange(peek(length))) ++length;
  }
  const Token stray = cut(Token::Kind::Symbol, length);
  const char first = stray.text[0];
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0x80) {
    errors_.add(stray.span, "only comments may contain characters outside ASCII");
  } else if (isStrange(first)) {
    errors_.add(stray.span, fmt::format("unexpected byte 0x{:02x}", byte));
  } else {
    errors_.add(stray.span, fmt::format("unexpected character '{}'", first),
                first == '#' ? "comments begin with //" : "");
  }
}

}  // namespace robur::frontend_tpl
