// One cell of the shadow, word by word: what plain accesses (race.cpp) and atomic accesses to the
// same bytes (mixed_race.cpp) have in common.
#pragma once

#include "runtime/shadow/race.h"

namespace robur::runtime {

struct Word {
  std::uint64_t bits = 0;

  static Word make(const ThreadClocks& t, unsigned bytes, bool write, Site site) {
    return {ShadowWord::identity(t) | std::uint64_t{bytes} << ShadowWord::kBytes |
            (write ? ShadowWord::kWrite : 0) | tagOf(site) << 54};
  }
  static Word mark(unsigned bytes) {
    return {ShadowWord::kMark | std::uint64_t{bytes} << ShadowWord::kBytes};
  }
  static std::uint64_t tagOf(Site site) { return (site * std::uint64_t{0x9e3779b1} >> 7) & 0x3ff; }

  Epoch need() const { return static_cast<Epoch>(bits); }
  ThreadIndex thread() const { return static_cast<ThreadIndex>(bits >> 32 & 0xfff); }
  unsigned bytes() const { return static_cast<unsigned>(bits >> ShadowWord::kBytes & 0xff); }
  bool write() const { return (bits & ShadowWord::kWrite) != 0; }
  bool isMark() const { return (bits & ShadowWord::kMark) != 0; }
  std::uint64_t tag() const { return bits >> 54; }
};

// The cell of eight bytes and its sites.
class Shadow {
 public:
  explicit Shadow(std::uint64_t granule)
      : piece_(cellPieceOf(granule)), number_(granuleOf(granule)) {}

  CellWords words() const { return CellWords(piece_.cells[number_]); }
  Word operator[](int i) const {
    return {piece_.cells[number_].word[i].load(std::memory_order_relaxed)};
  }
  Site siteOf(int i) const {
    const Site site = piece_.sites[number_].site[i].load(std::memory_order_relaxed);
    return Word::tagOf(site) == (*this)[i].tag() ? site : Site{0};
  }
  void put(int i, Word word, Site site = 0) {
    if (site != 0) piece_.sites[number_].site[i].store(site, std::memory_order_relaxed);
    piece_.cells[number_].word[i].store(word.bits, std::memory_order_relaxed);
  }

 private:
  CellPiece& piece_;
  std::uint64_t number_;
};

inline bool comesBefore(const ThreadClocks& t, ThreadIndex thread, Epoch need) {
  return thread == t.thread || t.current().at(thread) >= need || need <= tables.retired[thread];
}

inline Race raceWith(const Shadow& shadow, int i, std::uint64_t granule) {
  return {true, shadow[i].thread(), {shadow[i].write(), false}, shadow.siteOf(i), granule};
}

inline unsigned byteMask(std::uint64_t from, std::uint64_t to) {
  return (0xffU << from) & (0xffU >> (8 - to));
}

}  // namespace robur::runtime
