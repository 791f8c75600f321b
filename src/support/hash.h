// The mixing function behind the hash tables: one multiplication whose two halves are combined, so
// that every bit of the input reaches the low bits that select a slot.
#pragma once

#include <cstdint>

namespace robur {

[[gnu::always_inline]] inline std::uint64_t foldedProduct(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = Product{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline constexpr std::uint64_t kHashSeed = 0x9e3779b97f4a7c15u;  // 2^64 divided by the golden ratio
inline constexpr std::uint64_t kHashFactor = 0xd6e8feb86659fd93u;  // odd, with random-looking bits

// The hash of a sequence, extended by one more value. Start with any number, such as kHashSeed.
[[gnu::always_inline]] inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  return foldedProduct(hash ^ value, kHashFactor);
}

}  // namespace robur
