// Whether values and private objects are the same for certain. Values that are not known never are.
#pragma once

#include "frontend/llvm/state.h"

namespace robur::frontend_llvm {

bool sameVal(const Val& a, const Val& b);
bool sameContents(const Contents& a, const Contents& b);

}  // namespace robur::frontend_llvm
