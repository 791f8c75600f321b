// A row of a monitor: a set of at most 64*W small numbers in W machine words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace robur {

template <int W>
struct Bits {
  using Word = std::uint64_t;
  static constexpr int kWords = W;
  static constexpr unsigned kPerWord = 8 * sizeof(Word);
  static constexpr unsigned kCapacity = kWords * kPerWord;

  std::array<Word, kWords> words;

  static constexpr Bits none() { return Bits{}; }
  static constexpr Bits full() {
    Bits b{};
    for (Word& word : b.words) word = ~Word{0};
    return b;
  }
  static constexpr Bits single(unsigned i) {
    Bits b{};
    b.words[i / kPerWord] = bit(i);
    return b;
  }
  // The numbers first..last-1.
  static constexpr Bits range(unsigned first, unsigned last) {
    Bits b{};
    for (unsigned i = first; i < last; ++i) b.add(i);
    return b;
  }

  constexpr void add(unsigned i) { words[i / kPerWord] |= bit(i); }
  constexpr void remove(unsigned i) { words[i / kPerWord] &= ~bit(i); }
  constexpr bool has(unsigned i) const { return words[i / kPerWord] >> (i % kPerWord) & 1; }
  constexpr bool any() const {
    Word all = 0;
    for (const Word w : words) all |= w;
    return all != 0;
  }
  constexpr bool meets(const Bits& o) const { return (*this & o).any(); }

  constexpr Bits& operator&=(const Bits& o) {
    for (int i = 0; i < kWords; ++i) words[i] &= o.words[i];
    return *this;
  }
  constexpr Bits& operator|=(const Bits& o) {
    for (int i = 0; i < kWords; ++i) words[i] |= o.words[i];
    return *this;
  }
  constexpr Bits& operator-=(const Bits& o) {
    for (int i = 0; i < kWords; ++i) words[i] &= ~o.words[i];
    return *this;
  }
  friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend constexpr Bits operator-(Bits a, const Bits& b) { return a -= b; }
  friend constexpr auto operator<=>(const Bits&, const Bits&) = default;

  // For code that does not depend on the width of rows.
  std::vector<std::uint64_t> wide() const { return {words.begin(), words.end()}; }

 private:
  static constexpr Word bit(unsigned i) { return Word{1} << (i % kPerWord); }
};

}  // namespace robur
