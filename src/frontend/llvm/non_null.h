// What a comparison with null tells the paths after it.
//
// Code that creates something on first use (`if (!p) p = new T;`) would create it again and again
// if paths did not remember that a pointer, whatever it points to, is not null.
#pragma once

#include "frontend/llvm/state.h"

namespace robur::frontend_llvm {

// The path splits at the condition: notes which pointers cannot be null where it holds, and where
// it does not.
void refineByNull(const ExprPtr& condition, State& holds, State& fails);

}  // namespace robur::frontend_llvm
