// Spaces within a line: which tokens are adjacent.
#pragma once

#include "frontend/rob/token.h"

namespace robur::frontend_rob {

// Whether an operator that follows `previous` is unary.
bool isUnary(Tok kind, Tok previous);
// Whether there is never a space between this token and the one before it.
bool sticks(Tok kind);
// Whether a space separates two neighbours on one line. There is one wherever the tokens would
// otherwise form another token.
bool spaceBetween(Tok previous, bool previousUnary, Tok kind);

}  // namespace robur::frontend_rob
