// The columns that reach each state, except those that others cover.
//
// Of two columns of the same index, one that has no bit that the other has not is covered by it and
// can be left out: fewer bits mean more observed and less reached, and whatever violates with
// fewer also violates with more, because all rules are monotone.
//
// Most programs have few different columns, and then those of a state are a set with a bit for
// each. If there are more, they are a list in the order of their indices, in which new columns are
// marked. For one thread only.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "explore/reduce/persistent_sets.h"
#include "explore/store/state_store.h"

namespace robur {

using ColumnNumber = std::uint32_t;

// By column: its index, the bits that count, and the threads that may violate with it.
class ColumnBits {
 public:
  explicit ColumnBits(std::size_t words) : width(words) {}

  std::size_t size() const { return violators.size(); }
  void add(std::uint32_t index, ThreadMask mayViolate, const std::uint64_t* words) {
    violators.push_back(mayViolate);
    records.push_back(index);
    records.insert(records.end(), words, words + width);
  }
  std::uint32_t index(ColumnNumber s) const { return static_cast<std::uint32_t>(*record(s)); }
  ThreadMask mayViolate(ColumnNumber s) const { return violators[s]; }
  // Of the same index: does one have no bit that the other has not?
  [[gnu::always_inline]] bool isWithin(ColumnNumber one, ColumnNumber other) const {
    const std::uint64_t* a = record(one) + 1;
    const std::uint64_t* b = record(other) + 1;
    std::uint64_t more = a[0] & ~b[0];
    for (std::size_t w = 1; w < width; ++w) more |= a[w] & ~b[w];
    return more == 0;
  }
  std::uint64_t bytes() const {
    return violators.capacity() * sizeof violators[0] + records.capacity() * sizeof records[0];
  }

 private:
  const std::uint64_t* record(ColumnNumber s) const { return records.data() + s * (width + 1); }

  std::size_t width;
  std::vector<ThreadMask> violators;
  std::vector<std::uint64_t> records;  // the index, then the bits
};

class ColumnLists {
 public:
  static constexpr std::uint32_t kMostFew = 128;

  // Lists are made as soon as there are more than so many columns.
  explicit ColumnLists(const ColumnBits& bits, std::uint32_t few = kMostFew)
      : bits(bits), few(std::min(few, kMostFew)) {}

  void resize(std::size_t states) {
    if (few > 0) {
      sets.resize(states * 2 * setWords);
    } else {
      lists.resize(states);
    }
  }

  // Adds a column that is new in a state; false if others cover it.
  [[gnu::always_inline]] bool add(StateId state, ColumnNumber column) {
    if (few > 0) [[likely]] {
      if (column >= above.size()) [[unlikely]]
        compareNew();
      if (few > 0) return addTo(setsOf(state), column);
    }
    List& list = lists[state];
    if (has(words(list), list.size, column)) return false;
    return addUnknown(list, column);
  }
  // Hands over all that is new in a state, which is new no more.
  void takeNew(StateId state, std::vector<ColumnNumber>& out) {
    out.clear();
    if (few > 0) {
      std::uint64_t* const fresh = setsOf(state) + setWords;
      forEach(fresh, [&](ColumnNumber s) { out.push_back(s); });
      std::fill_n(fresh, setWords, 0);
      return;
    }
    const List& list = lists[state];
    ColumnNumber* const first = words(list);
    for (std::uint32_t i = 0; i < list.size; ++i) {
      if ((first[i] & kNew) == 0) continue;
      first[i] &= kNumber;
      out.push_back(first[i]);
    }
  }

  std::uint64_t bytes() const {
    return taken + lists.capacity() * sizeof lists[0] + sets.capacity() * sizeof sets[0];
  }

 private:
  // A bit for each of few columns, in one word if that is enough or else in two. A state has two
  // such sets: of all its columns, and of those that are new.
  static constexpr std::size_t kMostWords = kMostFew / 64;
  static_assert(kMostWords == 2);
  using Mask = std::array<std::uint64_t, kMostWords>;

  static void include(Mask& mask, ColumnNumber s) { mask[s / 64] |= std::uint64_t{1} << (s % 64); }
  std::uint64_t* setsOf(StateId state) { return sets.data() + std::size_t{state} * 2 * setWords; }
  template <class Visit>
  void forEach(const std::uint64_t* set, const Visit& visit) const {
    for (std::size_t w = 0; w < setWords; ++w) {
      for (std::uint64_t left = set[w]; left != 0; left &= left - 1) {
        visit(static_cast<ColumnNumber>(64 * w + std::countr_zero(left)));
      }
    }
  }
  [[gnu::always_inline]] bool addTo(std::uint64_t* all, ColumnNumber column) {
    const Mask& hiding = above[column];
    const Mask& hidden = below[column];
    std::uint64_t* const fresh = all + setWords;
    const std::uint64_t bit = std::uint64_t{1} << (column % 64);
    if (setWords == 1) {
      if ((all[0] & hiding[0]) != 0) return false;
      all[0] = (all[0] & ~hidden[0]) | bit;
      fresh[0] = (fresh[0] & ~hidden[0]) | bit;
      return true;
    }
    if (((all[0] & hiding[0]) | (all[1] & hiding[1])) != 0) return false;
    for (std::size_t w = 0; w < kMostWords; ++w) {
      all[w] &= ~hidden[w];
      fresh[w] &= ~hidden[w];
    }
    all[column / 64] |= bit;
    fresh[column / 64] |= bit;
    return true;
  }
  // Compares columns that have been added, or changes to lists if they are too many.
  [[gnu::noinline]] void compareNew() {
    const std::size_t count = bits.size();
    if (count > few) return makeLists();
    if (count > 64 && setWords == 1) makeWider();
    for (ColumnNumber a = static_cast<ColumnNumber>(above.size()); a < count; ++a) {
      above.emplace_back();
      below.emplace_back();
      for (ColumnNumber b = 0; b <= a; ++b) {
        if (bits.index(a) != bits.index(b)) continue;
        if (bits.isWithin(a, b)) hide(a, b);
        if (bits.isWithin(b, a)) hide(b, a);
      }
    }
  }
  void hide(ColumnNumber one, ColumnNumber other) {
    include(above[one], other);
    include(below[other], one);
  }
  void makeWider() {
    std::vector<std::uint64_t> wider(2 * sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) wider[2 * i] = sets[i];
    sets = std::move(wider);
    setWords = 2;
  }
  void makeLists() {
    lists.resize(sets.size() / 2 / setWords);
    for (StateId state = 0; state < lists.size(); ++state) {
      List& list = lists[state];
      const std::uint64_t* const all = setsOf(state);
      const std::uint64_t* const fresh = all + setWords;
      forEach(all, [&](ColumnNumber s) { addUnknown(list, s); });
      ColumnNumber* const first = words(list);
      for (std::uint32_t i = 0; i < list.size; ++i) {
        const ColumnNumber s = first[i] & kNumber;
        if ((fresh[s / 64] >> (s % 64) & 1) == 0) first[i] = s;
      }
    }
    few = 0;
    sets = {};
  }

  static constexpr ColumnNumber kNew = 1u << 31;
  static constexpr ColumnNumber kNumber = kNew - 1;
  static constexpr unsigned kPieceBits = 12;  // words
  static constexpr std::uint32_t kPiece = 1u << kPieceBits;
  static constexpr unsigned kLeastLog = 2, kMostLog = 24;

  struct List {
    std::uint32_t at = 0;           // piece, and word in it
    std::uint32_t size : 24 = 0;    // in words
    std::uint32_t logRoom : 8 = 0;  // 0: it has no room at all
  };
  static_assert(sizeof(List) == 8);

  ColumnNumber* words(const List& list) const {
    return pieces[list.at >> kPieceBits] + (list.at & (kPiece - 1));
  }
  // Several at a time, since the compiler can then compare them at once.
  [[gnu::always_inline]] static bool has(const ColumnNumber* first, std::uint32_t size,
                                         ColumnNumber column) {
    constexpr std::uint32_t kAtOnce = 8;
    std::uint32_t i = 0;
    for (; i + kAtOnce <= size; i += kAtOnce) {
      bool found = false;
      for (std::uint32_t k = 0; k < kAtOnce; ++k) found |= (first[i + k] & kNumber) == column;
      if (found) return true;
    }
    for (; i < size; ++i) {
      if ((first[i] & kNumber) == column) return true;
    }
    return false;
  }
  // Where columns of this index begin, or would. Mostly they are added in the order of indices.
  std::uint32_t firstOf(const ColumnNumber* first, std::uint32_t size, std::uint32_t index) const {
    const auto before = [&](ColumnNumber s) { return bits.index(s & kNumber) < index; };
    if (size == 0 || before(first[size - 1])) return size;
    return static_cast<std::uint32_t>(std::partition_point(first, first + size, before) - first);
  }
  [[gnu::noinline]] bool addUnknown(List& list, ColumnNumber column) {
    ColumnNumber* first = words(list);
    const std::uint32_t index = bits.index(column);
    const std::uint32_t begin = firstOf(first, list.size, index);
    std::uint32_t end = begin;
    bool superior = false;
    for (; end < list.size && bits.index(first[end] & kNumber) == index; ++end) {
      if (bits.isWithin(column, first[end] & kNumber)) return false;
      superior |= bits.isWithin(first[end] & kNumber, column);
    }
    // Columns that it covers are removed.
    std::uint32_t kept = superior ? begin : end;
    for (std::uint32_t i = kept; i < end; ++i) {
      first[kept] = first[i];
      kept += !bits.isWithin(first[i] & kNumber, column);
    }
    const std::uint32_t rest = list.size - end;
    if (kept == end) {
      if (list.logRoom == 0 || list.size == 1u << list.logRoom) first = grow(list);
      std::memmove(first + end + 1, first + end, rest * sizeof(ColumnNumber));
    } else {
      std::memmove(first + kept + 1, first + end, rest * sizeof(ColumnNumber));
    }
    first[kept] = column | kNew;
    list.size = (kept + 1 + rest) & 0xffffffu;
    return true;
  }
  ColumnNumber* grow(List& list) {
    const unsigned log = list.logRoom == 0 ? kLeastLog : list.logRoom + 1u;
    if (log >= kMostLog) throw std::bad_alloc();
    const List old = list;
    list.at = allocate(log);
    list.logRoom = log & 0xffu;
    std::copy_n(words(old), old.size, words(list));
    if (old.logRoom != 0) spare[old.logRoom].push_back(old.at);
    return words(list);
  }
  std::uint32_t allocate(unsigned log) {
    if (!spare[log].empty()) {
      const std::uint32_t at = spare[log].back();
      spare[log].pop_back();
      return at;
    }
    const std::uint32_t room = 1u << log;
    if (left < room) {
      const std::uint32_t count = std::max(room >> kPieceBits, 1u);
      if (pieces.size() + count > std::size_t{1} << (32 - kPieceBits)) throw std::bad_alloc();
      owned.push_back(std::make_unique_for_overwrite<ColumnNumber[]>(count * kPiece));
      fresh = static_cast<std::uint32_t>(pieces.size()) << kPieceBits;
      left = count * kPiece;
      for (std::uint32_t i = 0; i < count; ++i) pieces.push_back(owned.back().get() + i * kPiece);
      taken += left * sizeof(ColumnNumber);
    }
    const std::uint32_t at = fresh;
    fresh += room;
    left -= room;
    return at;
  }

  const ColumnBits& bits;
  std::uint32_t few;                // 0: there are lists
  std::vector<std::uint64_t> sets;  // by state
  std::size_t setWords = 1;
  std::vector<Mask> above, below;  // by column, itself included: what hides it, what it hides
  std::vector<List> lists;         // by state
  std::vector<std::vector<std::uint32_t>> spare{kMostLog};  // by the logarithm of their room
  std::vector<std::unique_ptr<ColumnNumber[]>> owned;
  std::vector<ColumnNumber*> pieces{nullptr};  // lists that have no room point to the first
  std::uint32_t fresh = 0;
  std::uint32_t left = 0;
  std::uint64_t taken = 0;
};

}  // namespace robur
