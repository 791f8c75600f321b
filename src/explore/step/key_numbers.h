// Numbers for what a memo is asked about, if that is too long for a word. No two vectors ever get
// the same number, and a vector keeps its number until there are too many: then all are forgotten
// and counting goes on, so that what a memo knows by an old number is not found for another vector.
#pragma once

#include <cstdint>
#include <memory>

#include "explore/store/numbering.h"

namespace robur {

class KeyNumbers {
 public:
  // Of vectors of so many words.
  explicit KeyNumbers(std::size_t width, std::uint64_t most = std::uint64_t{1} << 16)
      : width(width), most(most), known(std::make_unique<Numbering>(width)) {}

  std::uint64_t number(const std::uint64_t* words) {
    if (known->size() == most) {
      forgotten += most;
      known = std::make_unique<Numbering>(width);
    }
    return forgotten + known->number(words);
  }
  std::uint64_t bytes() const { return known->bytes(); }

 private:
  const std::size_t width;
  const std::uint64_t most;
  std::uint64_t forgotten = 0;
  std::unique_ptr<Numbering> known;
};

}  // namespace robur
