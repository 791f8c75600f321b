// A tokenizer for C and C++ that is sufficient to find statements and arguments. Comments, blanks
// and preprocessor lines are skipped, and macros are not expanded, so conclusions from tokens have
// to be confirmed by the compiler.
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

// The tokens point into the text. A token that is incomplete at the end of the text ends there.
std::vector<Token> tokensOf(std::string_view text);

// The number of the token that closes the bracket at token `open`: ( [ or {. The number of tokens
// if it is not closed.
std::size_t closingOf(const std::vector<Token>& tokens, std::size_t open);

}  // namespace robur::repair_c
