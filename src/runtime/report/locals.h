// The variable of a function that an address in its frame belongs to.
//
// The symbolizer lists the variables of the function at a place of the program with their offsets
// in the frame, but not from where they are counted. Compilers have three ways: from the stack
// pointer, upwards (clang, optimising); from the frame pointer, downwards (clang, not optimising);
// from the frame's end, downwards (gcc). The last two look alike in a function that has set up its
// frame pointer, unless some variable is so high that it would lie on the address to
// return to if counted from the end. A variable is named only if there is no other way to count.
#pragma once

#include <cstddef>

#include "runtime/report/frames.h"

namespace robur::runtime {

struct Local {
  const char* name = nullptr;  // null if there is none, or more than one could be meant
  std::size_t nameSize = 0;
  const char* place = nullptr;  // file:line of its declaration
  std::size_t placeSize = 0;
};

// `answer` is the symbolizer's to FRAME, and is moved behind it.
Local localAt(const char*& answer, const StackFrame& frame, std::uint64_t address);

}  // namespace robur::runtime
