// C and C++ cut into words and signs, as far as finding statements and arguments needs it.
// Comments, blanks and lines of the preprocessor are left out; what a macro stands for is not
// known here, so that whatever is concluded from tokens has to be confirmed by a compiler.
#pragma once

#include <string_view>
#include <vector>

namespace robur::repair_c {

struct Token {
  enum class Kind : unsigned char {
    Word,     // names and keywords
    Literal,  // numbers, characters, strings
    Sign,     // the longest that has a meaning here: "::", "->", "==", "{"
  };
  Kind kind = Kind::Sign;
  std::string_view text;
  std::size_t begin = 0;  // byte offset

  std::size_t end() const { return begin + text.size(); }
  bool is(std::string_view what) const { return text == what; }
  bool word() const { return kind == Kind::Word; }
};

// The tokens point into the text. What is cut short at the end of the text ends there.
std::vector<Token> tokensOf(std::string_view text);

// The number of the token that closes what the token `open` opens: ( [ or {. The number of
// tokens if nothing does.
std::size_t closingOf(const std::vector<Token>& tokens, std::size_t open);

}  // namespace robur::repair_c
