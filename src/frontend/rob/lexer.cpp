#include "frontend/rob/lexer.h"

#include <limits>

#include <fmt/format.h>

namespace robur::frontend_rob {

namespace {

constexpr bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool isWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool isWordPart(char c) {
  return isWordStart(c) || isDigit(c);
}
constexpr bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The value of a hexadecimal digit, or 16 if the character is not one.
constexpr unsigned digitValue(char c) {
  if (isDigit(c)) return static_cast<unsigned>(c - '0');
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? static_cast<unsigned>(lower - 'a' + 10) : 16;
}

constexpr std::uint64_t kLargest = std::uint64_t{1} << 63;

}  // namespace

Lexer::Lexer(std::string_view text, Errors& errors, Comments comments)
    : text_(text), errors_(errors), comments_(comments) {
  if (text_.starts_with("\xEF\xBB\xBF")) here_ = 3;  // a byte order mark
}

Token Lexer::make(Tok kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.afterStray = stray_;
  token.at = {static_cast<std::uint32_t>(here_), static_cast<std::uint32_t>(here_ + length)};
  here_ += length;
  return token;
}

void Lexer::skipBlanks() {
  while (here_ < text_.size() && isBlank(text_[here_])) ++here_;
}

Token Lexer::next() {
  stray_ = false;
  for (;;) {
    skipBlanks();
    if (here_ >= text_.size()) return make(Tok::End, 0);
    const char c = text_[here_];
    if (isWordStart(c)) return word();
    if (isDigit(c)) return number();
    if (c == '"' || c == '\'' || c == '$') return noValue();
    if (c == '/' && (at(here_ + 1) == '/' || at(here_ + 1) == '*')) {
      const Token token = comment();
      if (comments_ == Comments::Keep) return token;
      continue;
    }
    const Token token = symbol();
    if (token.kind != Tok::End) return token;
    reportStray();
    stray_ = true;
  }
}

// A line comment does not include the newline that ends it.
Token Lexer::comment() {
  const bool line = at(here_ + 1) == '/';
  const std::size_t end = line ? text_.find('\n', here_) : text_.find("*/", here_ + 2);
  if (end != std::string_view::npos) return make(Tok::Comment, end - here_ + (line ? 0 : 2));
  if (!line) {
    const auto from = static_cast<std::uint32_t>(here_);
    truncated_ = true;
    errors_.add({from, from + 2}, "this comment is never closed", "end it with */");
  }
  return make(Tok::Comment, text_.size() - here_);
}

Token Lexer::word() {
  std::size_t length = 1;
  while (isWordPart(at(here_ + length))) ++length;
  return make(keywordNamed(text_.substr(here_, length)), length);
}

Token Lexer::number() {
  const bool hex = at(here_) == '0' && (at(here_ + 1) == 'x' || at(here_ + 1) == 'X');
  const unsigned base = hex ? 16 : 10;
  std::size_t length = hex ? 2 : 0;
  const std::size_t firstDigit = length;
  std::uint64_t value = 0;
  bool tooLarge = false;
  for (unsigned digit; (digit = digitValue(at(here_ + length))) < base; ++length) {
    if (value > (kLargest - digit) / base) tooLarge = true;
    if (!tooLarge) value = value * base + digit;
  }
  const std::size_t digits = length - firstDigit;
  const bool octal = !hex && digits > 1 && at(here_) == '0';
  bool malformed = digits == 0;
  while (isWordPart(at(here_ + length))) {
    malformed = true;
    ++length;
  }
  Token token = make(Tok::Number, length);
  token.value = value;
  if (malformed) {
    errors_.add(token.at, fmt::format("{} is not a number", quoted(text(token.at))),
                "numbers are decimal (42) or hexadecimal (0x2a), and a name does not begin "
                "with a digit");
  } else if (octal) {
    errors_.add(token.at, "a number that begins with 0 is octal in C and not allowed here",
                "leave out the leading zeros, or write 0x for hexadecimal");
  } else if (tooLarge) {
    errors_.add(token.at, "this number is too large",
                fmt::format("the largest one is {}", std::numeric_limits<std::int64_t>::max()));
  }
  if (malformed || octal || tooLarge) token.value = 0;
  return token;
}

// Returns Tok::End, and consumes nothing, if no symbol begins here.
Token Lexer::symbol() {
  const char second = at(here_ + 1);
  const auto either = [&](char other, Tok both, Tok alone) {
    return second == other ? make(both, 2) : make(alone, 1);
  };
  switch (at(here_)) {
    case '(':
      return make(Tok::LeftParen, 1);
    case ')':
      return make(Tok::RightParen, 1);
    case '{':
      return make(Tok::LeftBrace, 1);
    case '}':
      return make(Tok::RightBrace, 1);
    case '[':
      return make(Tok::LeftBracket, 1);
    case ']':
      return make(Tok::RightBracket, 1);
    case ',':
      return make(Tok::Comma, 1);
    case ';':
      return make(Tok::Semicolon, 1);
    case ':':
      return make(Tok::Colon, 1);
    case '?':
      return make(Tok::Question, 1);
    case '~':
      return make(Tok::Tilde, 1);
    case '/':
      return make(Tok::Slash, 1);
    case '%':
      return make(Tok::Percent, 1);
    case '.':
      return either('.', Tok::DotDot, Tok::Dot);
    case '=':
      return either('=', Tok::EqualEqual, Tok::Assign);
    case '!':
      return either('=', Tok::BangEqual, Tok::Bang);
    case '*':
      return either('=', Tok::StarAssign, Tok::Star);
    case '^':
      return either('=', Tok::CaretAssign, Tok::Caret);
    case '+':
      return second == '+' ? make(Tok::PlusPlus, 2) : either('=', Tok::PlusAssign, Tok::Plus);
    case '-':
      return second == '-' ? make(Tok::MinusMinus, 2) : either('=', Tok::MinusAssign, Tok::Minus);
    case '&':
      return second == '&' ? make(Tok::AmpAmp, 2) : either('=', Tok::AmpAssign, Tok::Amp);
    case '|':
      return second == '|' ? make(Tok::PipePipe, 2) : either('=', Tok::PipeAssign, Tok::Pipe);
    case '<':
      return second == '<' ? make(Tok::LessLess, 2) : either('=', Tok::LessEqual, Tok::Less);
    case '>':
      return second == '>' ? make(Tok::GreaterGreater, 2)
                           : either('=', Tok::GreaterEqual, Tok::Greater);
    default:
      return make(Tok::End, 0);
  }
}

// A whole run of stray bytes is reported as one error: a character of several bytes, a string of
// NULs, a binary file. So is a line that looks like a directive of C's preprocessor.
void Lexer::reportStray() {
  const char first = text_[here_];
  const auto begin = static_cast<std::uint32_t>(here_);
  const auto skipWhile = [&](auto condition) {
    do {
      ++here_;
    } while (here_ < text_.size() && condition(text_[here_]));
    return Range{begin, static_cast<std::uint32_t>(here_)};
  };
  const auto strange = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x7F || (byte < 0x20 && !isBlank(c));
  };
  if (first == '#') {
    const Range line = skipWhile([](char c) { return c != '\n'; });
    errors_.add({line.begin, line.begin + 1}, "there is no preprocessor", "comments begin with //");
  } else if (static_cast<unsigned char>(first) >= 0x80) {
    errors_.add(skipWhile(strange), "only comments may contain characters outside ASCII");
  } else if (strange(first)) {
    errors_.add(skipWhile(strange), fmt::format("unexpected byte 0x{:02x}", first));
  } else {
    errors_.add(skipWhile([](char) { return false; }),
                fmt::format("unexpected character '{}'", first));
  }
}

// A string, a character or a name with $ is reported and then treated as a number, so that the text
// around it can still be parsed.
Token Lexer::noValue() {
  const char quote = text_[here_];
  std::size_t length = 1;
  if (quote == '$') {
    while (isWordPart(at(here_ + length))) ++length;
  } else {
    while (here_ + length < text_.size() && at(here_ + length) != '\n' &&
           at(here_ + length) != quote) {
      ++length;
    }
    if (at(here_ + length) == quote) ++length;
  }
  const Token token = make(Tok::Number, length);
  if (quote == '$') {
    errors_.add(token.at, fmt::format("{} is not a name", quoted(text(token.at))),
                "names consist of letters, digits and _");
  } else {
    errors_.add(token.at, "there are no strings and characters", "values are whole numbers");
  }
  return token;
}

}  // namespace robur::frontend_rob
