// Short vectors of words: states take two or three, for which library functions and vectorised
// loops cost more than the work itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/hash.h"

namespace robur {

// All of these require at least one word.

[[gnu::always_inline]] inline void copyWords(const std::uint64_t* from, std::uint64_t* to,
                                             std::size_t count) {
  to[0] = from[0];
  if (count == 1) return;
  to[1] = from[1];
  for (std::size_t w = 2; w < count; ++w) to[w] = from[w];
}

[[gnu::always_inline]] inline bool sameWords(const std::uint64_t* a, const std::uint64_t* b,
                                             std::size_t count) {
  if (a[0] != b[0]) return false;
  for (std::size_t w = 1; w < count; ++w) {
    if (a[w] != b[w]) return false;
  }
  return true;
}

[[gnu::always_inline]] inline std::uint64_t hashOfWords(const std::uint64_t* words,
                                                        std::size_t count) {
  std::uint64_t hash = mixed(kHashSeed, words[0]);
  for (std::size_t w = 1; w < count; ++w) hash = mixed(hash, words[w]);
  return hash;
}

}  // namespace robur
