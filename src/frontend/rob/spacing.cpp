#include "frontend/rob/spacing.h"

namespace robur::frontend_rob {

namespace {

bool endsOperand(Tok kind) {
  return kind == Tok::Name || kind == Tok::Number || kind == Tok::True || kind == Tok::False ||
         kind == Tok::Tid || kind == Tok::RightParen || kind == Tok::RightBracket;
}

}  // namespace

bool isUnary(Tok kind, Tok previous) {
  const bool possible = kind == Tok::Minus || kind == Tok::Bang || kind == Tok::Tilde ||
                        kind == Tok::Star || kind == Tok::Amp;
  return possible && !endsOperand(previous);
}

bool sticks(Tok kind) {
  switch (kind) {
    case Tok::Semicolon:
    case Tok::Comma:
    case Tok::RightParen:
    case Tok::RightBracket:
    case Tok::LeftBracket:
    case Tok::Colon:
    case Tok::Dot:
    case Tok::DotDot:
      return true;
    default:
      return false;
  }
}

bool spaceBetween(Tok previous, bool previousUnary, Tok kind) {
  if (sticks(kind)) return false;
  switch (previous) {
    case Tok::LeftParen:
    case Tok::LeftBracket:
    case Tok::Dot:
    case Tok::DotDot:
      return false;
    case Tok::LeftBrace:
      return kind == Tok::RightBrace;  // an empty block; other tokens after a brace are in a list
    default:
      break;
  }
  if (kind == Tok::RightBrace) return false;     // of a list
  if (previousUnary) return kind == Tok::Minus;  // "- -1" is not "--1"
  return !(kind == Tok::LeftParen && previous == Tok::Name);
}

}  // namespace robur::frontend_rob
