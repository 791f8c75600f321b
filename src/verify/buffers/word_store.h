// Hash-consing of words of reads: each is stored once, in normal form, and numbered.
//
// A word is what a thread must still be able to read, in this order, at places of the write order
// that only move forwards. A read that accepts every value demands nothing. Of two adjacent reads
// of one cell the weaker one demands nothing either, because both can be made at the same place.
#pragma once

#include <deque>

#include "support/hash_index.h"
#include "verify/buffers/system.h"
#include "verify/memo.h"

namespace robur::verify_buffers {

enum class WordId : std::uint32_t {};
inline constexpr WordId kNoReads{0};

class WordStore {
 public:
  explicit WordStore(const System& system) : system(system), words(1) {}

  const Word& operator[](WordId id) const { return words[raw(id)]; }

  // The number of the word's normal form.
  WordId add(const Word& word);

  // How many of the first reads of `a` a thread can make while it makes those of `b`.
  std::size_t embedded(WordId a, WordId b);

  std::size_t bytes() const { return used + compared.bytes() + index.bytes(); }

 private:
  const System& system;
  std::deque<Word> words;  // references stay valid while words are added
  HashIndex index;
  verify::Memo compared;
  std::size_t used = 0;
  Word normal;
};

}  // namespace robur::verify_buffers
