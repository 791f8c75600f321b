// How many bits of a cell of 16 bytes its halves have (pairs.cpp).
#pragma once

#include <array>

#include "frontend/llvm/assumptions.h"

namespace robur::frontend_llvm {

// The low half comes first.
std::array<unsigned, 2> bitsOfHalves(const std::array<Kept, 2>& halves);
bool fitsHalf(std::int64_t value, unsigned bits);

}  // namespace robur::frontend_llvm
