// A table of bits, a row of words each: which registers are live at an instruction, which of them
// conflict. Tables of long code are large and mostly empty, so the ones of a row are visited word
// by word.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace robur {

class BitMatrix {
 public:
  BitMatrix(std::size_t rows, std::size_t columns)
      : perRow_((columns + 63) / 64), words_(rows * perRow_, 0) {}

  bool at(std::size_t row, std::size_t column) const {
    return (words_[row * perRow_ + column / 64] >> (column % 64) & 1) != 0;
  }
  // Returns whether the bit was zero.
  bool set(std::size_t row, std::size_t column) {
    std::uint64_t& word = words_[row * perRow_ + column / 64];
    const std::uint64_t bit = std::uint64_t{1} << (column % 64);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }
  // Calls visit(column) for the ones of the row, in order.
  template <class Visit>
  void forEach(std::size_t row, const Visit& visit) const {
    for (std::size_t i = 0; i < perRow_; ++i) {
      for (std::uint64_t word = words_[row * perRow_ + i]; word != 0; word &= word - 1) {
        visit(static_cast<std::uint32_t>(i * 64 + static_cast<unsigned>(std::countr_zero(word))));
      }
    }
  }

 private:
  std::size_t perRow_;
  std::vector<std::uint64_t> words_;
};

}  // namespace robur
