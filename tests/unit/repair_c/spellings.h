// The two ways in which files write orders and fences.
#pragma once

#include "repair/c/spelling.h"

namespace robur::repair_c {

inline const Spelling kStd{"std::memory_order_", "std::atomic_thread_fence"};
inline const Spelling kPlain{"memory_order_", "atomic_thread_fence"};

}  // namespace robur::repair_c
