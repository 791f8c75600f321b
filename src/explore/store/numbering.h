// Vectors of words, numbered from 0 in the order in which they are met (hash consing).
//
// Threads may ask for numbers at the same time. The same vector always has the same number; which
// one depends on the timing.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>

#include "support/hash_index.h"

namespace robur {

class Numbering {
 public:
  // Of vectors of so many words. More than `limit` of them are reported as bad_alloc.
  explicit Numbering(std::size_t width, std::uint64_t limit = 0xffffffffu)
      : width(width), limit(limit) {}

  static std::uint64_t hashOf(const std::uint64_t* words, std::size_t width);

  std::uint32_t number(const std::uint64_t* words) { return number(words, hashOf(words, width)); }
  std::uint32_t number(const std::uint64_t* words, std::uint64_t hash);
  // The vector that has this number. The caller must have synchronised with whoever numbered it.
  const std::uint64_t* at(std::uint64_t number) const {
    const auto chunk = static_cast<unsigned>(std::bit_width(number / kFirst + 1)) - 1;
    const std::uint64_t before = kFirst * ((std::uint64_t{1} << chunk) - 1);
    return chunks[chunk].get() + (number - before) * width;
  }

  std::uint64_t size() const { return index.size(); }
  std::uint64_t bytes() const { return taken + index.bytes(); }

 private:
  static constexpr std::uint64_t kFirst = 16;
  static constexpr std::size_t kChunks = 29;

  const std::size_t width;
  const std::uint64_t limit;
  std::mutex numbering;
  std::array<std::unique_ptr<std::uint64_t[]>, kChunks> chunks;  // of doubling size; never moved
  std::uint64_t taken = 0;                                       // bytes, by chunks
  HashIndex index;
};

}  // namespace robur
