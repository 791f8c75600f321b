// Bits that lie scattered in a word, side by side, and back. Processors have had instructions
// for this since 2013; elsewhere it is a loop.
#pragma once

#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace robur {

// The bits of `word` that `mask` chooses, as the lowest ones.
inline std::uint64_t pull(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  return _pext_u64(word, mask);
#else
  std::uint64_t out = 0;
  for (unsigned i = 0; mask != 0; mask &= mask - 1, ++i) {
    if (word & mask & -mask) out |= std::uint64_t{1} << i;
  }
  return out;
#endif
}

// The lowest bits of `word` at the places that `mask` chooses.
inline std::uint64_t push(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  return _pdep_u64(word, mask);
#else
  std::uint64_t out = 0;
  for (; mask != 0; mask &= mask - 1, word >>= 1) {
    if (word & 1) out |= mask & -mask;
  }
  return out;
#endif
}

}  // namespace robur
