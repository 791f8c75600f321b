// Random numbers that are the same on every machine for the same seed (SplitMix64).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace robur::testing {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(next() % n); }
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  bool oneIn(std::size_t n) { return below(n) == 0; }
  bool chance(unsigned percent) { return next() % 100 < percent; }

  template <class T>
  T pick(std::initializer_list<T> from) {
    return from.begin()[below(from.size())];
  }
  // An index, each as likely as its weight says.
  std::size_t weighted(std::initializer_list<unsigned> weights) {
    unsigned total = 0;
    for (const unsigned w : weights) total += w;
    unsigned rest = below(total);
    std::size_t i = 0;
    for (; rest >= weights.begin()[i]; ++i) rest -= weights.begin()[i];
    return i;
  }

 private:
  std::uint64_t state_;
};

}  // namespace robur::testing
