// Splits text in Rocker's language into tokens, one at a time.
#pragma once

#include <cstdint>
#include <string_view>

#include "frontend/common/errors.h"

namespace robur::frontend_tpl {

struct Token {
  enum class Kind : std::uint8_t { Name, Number, Symbol, End };

  Kind kind = Kind::End;
  std::string_view text;
  Span span;
  std::int64_t value = 0;  // Number

  bool is(std::string_view symbolOrName) const {
    return kind != Kind::End && kind != Kind::Number && text == symbolOrName;
  }
};

// Text that is not a token is reported and skipped; lexing continues after it.
class Lexer {
 public:
  Lexer(std::string_view text, Errors& errors);
  Token next();

 private:
  char peek(std::size_t ahead = 0) const;
  void advance(std::size_t bytes);
  void skipBlanks();
  void reportStray();
  Token cut(Token::Kind kind, std::size_t length);
  Token number();

  std::string_view text_;
  Errors& errors_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t lineStart_ = 0;
};

}  // namespace robur::frontend_tpl
