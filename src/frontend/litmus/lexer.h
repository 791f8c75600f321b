// Splits a litmus test into tokens, one at a time.
#pragma once

#include <cstdint>
#include <string_view>

#include "frontend/common/errors.h"

namespace robur::frontend_litmus {

struct Token {
  enum class Kind : std::uint8_t { Name, Number, Symbol, String, End };

  Kind kind = Kind::End;
  std::string_view text;
  Span span;
  std::int64_t value = 0;  // Number

  bool is(std::string_view symbolOrName) const {
    return (kind == Kind::Name || kind == Kind::Symbol) && text == symbolOrName;
  }
};

// Text that is not a token is reported and skipped; lexing continues after it.
class Lexer {
 public:
  Lexer(std::string_view text, Errors& errors);

  // The first line, which is not made of tokens: the architecture and the name of the test.
  Token word();
  Token restOfLine();
  // A line `Key=text`, as herd's generators write them above the initial state. Empty if the text
  // does not go on with one.
  Token information();

  Token next();

 private:
  char peek(std::size_t ahead = 0) const;
  void advance(std::size_t bytes);
  void skipBlanks();
  bool skipComment();
  Token cut(Token::Kind kind, std::size_t length);
  Token number();
  Token string();

  std::string_view text_;
  Errors& errors_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t lineStart_ = 0;
};

}  // namespace robur::frontend_litmus
