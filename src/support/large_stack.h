// Runs a function on a stack of a given size, for algorithms whose recursion is as deep as their
// input.
#pragma once

#include <cstddef>
#include <functional>

namespace robur {

// Returns when `work` has returned, and rethrows what it throws. The memory of the stack is only
// reserved, and used as far as the recursion goes. If so much cannot be reserved, std::bad_alloc.
void runOnLargeStack(std::size_t bytes, const std::function<void()>& work);

}  // namespace robur
