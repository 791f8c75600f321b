// Results that were computed before: a map from pairs of numbers to a number.
//
// The search asks the same small questions, about numbered lists and sets, over and over.
#pragma once

#include <cstdint>

#include "support/hash.h"
#include "support/hash_map.h"

namespace robur::verify {

class Memo {
 public:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  // The result for this pair; kUnknown if the pair is new. Valid until the next call.
  std::uint32_t& at(std::uint32_t a, std::uint32_t b) {
    return results.at((std::uint64_t{a} << 32) | b).first.number;
  }

  std::size_t bytes() const { return results.bytes(); }

 private:
  struct Result {
    std::uint32_t number = kUnknown;
  };
  struct Hash {
    std::uint64_t operator()(std::uint64_t key) const { return mixed(kHashSeed, key); }
  };

  HashMap<std::uint64_t, Result, Hash> results;
};

}  // namespace robur::verify
