// Blanks within a line: which tokens touch each other.
#pragma once

#include "frontend/rob/token.h"

namespace robur::frontend_rob {

// Whether an operator that follows `previous` is unary.
bool isUnary(Tok kind, Tok previous);
// Whether nothing ever comes between this token and the one before it.
bool sticks(Tok kind);
// Whether a blank separates two neighbours on one line. It always does where the tokens
// would otherwise become another token.
bool spaceBetween(Tok previous, bool previousUnary, Tok kind);

}  // namespace robur::frontend_rob
