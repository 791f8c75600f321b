// The variable of a function that contains an address in its stack frame.
//
// The symbolizer lists the variables of a function with their offsets in the frame, but not the
// base of these offsets. Compilers use three: the stack pointer, with positive offsets (clang with
// optimisation); the frame pointer, with negative ones (clang without); the end of the frame, with
// negative ones (gcc). The last two cannot be distinguished in a function that has set up a frame
// pointer, unless some variable would overlap the return address if its offset were relative to
// the end. A variable is named only if the result is the same for all possible bases.
#pragma once

#include <cstddef>

#include "runtime/report/frames.h"

namespace robur::runtime {

struct Local {
  const char* name = nullptr;  // null if there is none, or if it is ambiguous
  std::size_t nameSize = 0;
  const char* declaration = nullptr;  // file:line
  std::size_t declarationSize = 0;
};

// `answer` is the symbolizer's answer to FRAME; it is advanced past it.
Local localAt(const char*& answer, const StackFrame& frame, std::uint64_t address);

}  // namespace robur::runtime
