// Splits the text into tokens, one at a time and in one pass.
//
// The lexer always succeeds: text that is not a token is reported and skipped, a number that is too
// large is reported and read as 0, and the end of the text ends the last token.
#pragma once

#include <string_view>

#include "frontend/rob/line_table.h"
#include "frontend/rob/token.h"

namespace robur::frontend_rob {

class Lexer {
 public:
  enum class Comments : std::uint8_t { Skip, Keep };

  Lexer(std::string_view text, Errors& errors, Comments comments = Comments::Skip);

  Token next();
  // The text ends inside a comment: whatever is missing after it is not reported as a separate
  // error.
  bool truncated() const { return truncated_; }
  std::string_view text(Range range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  void skipBlanks();
  Token comment();
  Token number();
  Token word();
  Token symbol();
  Token make(Tok kind, std::size_t length);
  Token noValue();
  void reportStray();

  std::string_view text_;
  Errors& errors_;
  Comments comments_;
  std::size_t here_ = 0;
  bool truncated_ = false;
  bool stray_ = false;
};

}  // namespace robur::frontend_rob
