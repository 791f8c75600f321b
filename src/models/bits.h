// A row of a monitor: a set of at most 64*W small numbers in W machine words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace robur {

template <int W>
struct Bits {
  std::array<std::uint64_t, W> words;

  static constexpr Bits none() { return Bits{}; }
  static constexpr Bits single(unsigned i) {
    Bits b{};
    b.words[i / 64] = std::uint64_t{1} << (i % 64);
    return b;
  }
  // The numbers first..last-1.
  static constexpr Bits range(unsigned first, unsigned last) {
    Bits b{};
    for (unsigned i = first; i < last; ++i) b.add(i);
    return b;
  }

  constexpr void add(unsigned i) { words[i / 64] |= std::uint64_t{1} << (i % 64); }
  constexpr void remove(unsigned i) { words[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  constexpr bool has(unsigned i) const { return words[i / 64] >> (i % 64) & 1; }
  constexpr bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t w : words) all |= w;
    return all != 0;
  }
  constexpr bool meets(const Bits& o) const { return (*this & o).any(); }

  constexpr Bits& operator&=(const Bits& o) {
    for (int i = 0; i < W; ++i) words[i] &= o.words[i];
    return *this;
  }
  constexpr Bits& operator|=(const Bits& o) {
    for (int i = 0; i < W; ++i) words[i] |= o.words[i];
    return *this;
  }
  constexpr Bits& operator-=(const Bits& o) {
    for (int i = 0; i < W; ++i) words[i] &= ~o.words[i];
    return *this;
  }
  friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend constexpr Bits operator-(Bits a, const Bits& b) { return a -= b; }
  friend constexpr auto operator<=>(const Bits&, const Bits&) = default;
};

}  // namespace robur
