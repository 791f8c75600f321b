// The tokens of the .rob language.
//
// Only the words of the first group are reserved. Orders (acq), operations (load) and calls (lock,
// wait) are ordinary names with a meaning in certain positions only, so that a program may have a
// cell called lock.
#pragma once

#include <cstdint>
#include <string_view>

namespace robur::frontend_rob {

enum class Tok : std::uint8_t {
  Atomic,
  Plain,
  Const,
  Thread,
  Local,
  Bool,
  Wrap,
  If,
  Else,
  While,
  Do,
  For,
  Loop,
  Break,
  Continue,
  Goto,
  Choose,
  Or,
  Skip,
  Return,
  True,
  False,
  Tid,

  Name,
  Number,
  Comment,  // used by the formatter only
  End,

  LeftParen,
  RightParen,
  LeftBrace,
  RightBrace,
  LeftBracket,
  RightBracket,
  Comma,
  Semicolon,
  Colon,
  Dot,
  DotDot,
  Assign,
  PlusAssign,
  MinusAssign,
  StarAssign,
  PipeAssign,
  AmpAssign,
  CaretAssign,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Amp,
  Pipe,
  Caret,
  Tilde,
  Bang,
  AmpAmp,
  PipePipe,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  EqualEqual,
  BangEqual,
  LessLess,
  GreaterGreater,
  PlusPlus,  // this and the following are not in the language, but messages mention them
  MinusMinus,
  Question,
};

constexpr bool isKeyword(Tok kind) {
  return kind < Tok::Name;
}

// Byte offsets into the source, the end exclusive.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend constexpr bool operator<(Range a, Range b) { return a.begin < b.begin; }
};

constexpr Range join(Range a, Range b) {
  return {a.begin, b.end};
}

struct Token {
  Tok kind = Tok::End;
  bool afterStray = false;  // text that is not a token was reported just before it
  Range at;
  std::uint64_t value = 0;  // Number; at most 2^63, which only a minus sign makes valid
};

// A name and its position.
struct Word {
  std::string_view text;
  Range at;
};

// "';'", "a name": how messages describe a kind of token.
std::string_view describe(Tok kind);
// The reserved word itself, without quotes.
std::string_view keywordText(Tok keyword);
// Tok::Name if the text is not reserved.
Tok keywordNamed(std::string_view text);

}  // namespace robur::frontend_rob
