// Rows of bits in Promela: a matrix is an array of integers, a row one or several of them.
//
// Rows that fit are bytes or shorts, to keep pan's state vector as small as in a model written by
// hand; wider ones are spread over ints of 31 bits, so that no mask includes the sign bit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace robur::promela {

inline constexpr unsigned kBitsPerWord = 31;

using Lines = std::vector<std::string>;
std::string joined(const Lines& lines, std::string_view separator);

constexpr unsigned wordsFor(unsigned bits) {
  return bits == 0 ? 1 : (bits + kBitsPerWord - 1) / kBitsPerWord;
}

// A constant set of bits: one mask per word.
using Mask = std::vector<std::uint32_t>;
Mask maskOf(unsigned bits, unsigned first, unsigned count);

class Rows {
 public:
  Rows(std::string name, unsigned count, unsigned bits)
      : name_(std::move(name)), count_(count), bits_(bits) {}

  unsigned count() const { return count_; }
  unsigned words() const { return wordsFor(bits_); }
  // Word `word` of row `row`; both may be any Promela expression.
  std::string at(std::string_view row, std::string_view word) const;
  std::string at(std::string_view row, unsigned word) const;

  std::string declare() const;  // initially clear
  std::string declare(const std::vector<Mask>& initial) const;

  // Statements that change the bit chosen by select().
  static Lines select(unsigned bits, std::string_view bit);
  Lines setSelected() const;    // in every row
  Lines clearSelected() const;  // in every row

 private:
  Lines everyRow(std::string_view op) const;

  std::string name_;
  unsigned count_;
  unsigned bits_;
};

// Assigns a row word by word; `word` gives the expression of each word.
template <class MakeWord>
Lines assignRow(const Rows& rows, std::string_view row, const MakeWord& word) {
  Lines lines;
  for (unsigned w = 0; w < rows.words(); ++w) {
    lines.push_back(rows.at(row, w) + " = " + std::string(word(w)));
  }
  return lines;
}

void append(Lines& lines, Lines more);

}  // namespace robur::promela
