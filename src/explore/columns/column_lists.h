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
#include <vector>

#include "explore/columns/column_codec.h"
#include "explore/store/block_pool.h"
#include "explore/store/state_store.h"

namespace robur {

// By column: where it is packed.
class ColumnBits {
 public:
  explicit ColumnBits(std::size_t words) : end(words) {}

  std::size_t size() const { return packed.size(); }
  void add(const std::uint64_t* column) { packed.push_back(column); }
  unsigned index(ColumnId s) const { return ColumnCodec::indexOf(packed[s]); }
  ThreadMask mayViolate(ColumnId s) const { return ColumnCodec::mayViolate(packed[s]); }
  // Of the same index: does one have no bit that the other has not?
  [[gnu::always_inline]] bool isWithin(ColumnId one, ColumnId other) const {
    const std::uint64_t* const a = packed[one];
    const std::uint64_t* const b = packed[other];
    std::uint64_t more = a[ColumnCodec::kHead] & ~b[ColumnCodec::kHead];
    for (std::size_t w = ColumnCodec::kHead + 1; w < end; ++w) more |= a[w] & ~b[w];
    return more == 0;
  }
  std::uint64_t bytes() const { return packed.capacity() * sizeof packed[0]; }

 private:
  std::size_t end;  // words of a column
  std::vector<const std::uint64_t*> packed;
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
  [[gnu::always_inline]] bool add(StateId state, ColumnId column) {
    if (few > 0) [[likely]] {
      if (column >= above.size()) [[unlikely]]
        compareNew();
      if (few > 0) return addTo(setsOf(state), column);
    }
    List& list = lists[state];
    return !has(list, column) && addUnknown(list, column);
  }
  // Hands over all that is new in a state, which is new no more.
  void takeNew(StateId state, std::vector<ColumnId>& out) {
    out.clear();
    if (few > 0) {
      std::uint64_t* const fresh = setsOf(state) + setWords;
      forEach(fresh, [&](ColumnId s) { out.push_back(s); });
      std::fill_n(fresh, setWords, 0);
      return;
    }
    for (ColumnId& s : lists[state]) {
      if ((s & kNew) == 0) continue;
      s &= kNumber;
      out.push_back(s);
    }
  }

  std::uint64_t bytes() const {
    return members.bytes() + lists.capacity() * sizeof lists[0] + sets.capacity() * sizeof sets[0];
  }

 private:
  // A bit for each of few columns, in one word if that is enough or else in two. A state has two
  // such sets: of all its columns, and of those that are new.
  static constexpr std::size_t kMostWords = kMostFew / 64;
  static_assert(kMostWords == 2);
  using Mask = std::array<std::uint64_t, kMostWords>;

  static void include(Mask& mask, ColumnId s) { mask[s / 64] |= std::uint64_t{1} << (s % 64); }
  std::uint64_t* setsOf(StateId state) { return sets.data() + std::size_t{state} * 2 * setWords; }
  template <class Visit>
  void forEach(const std::uint64_t* set, const Visit& visit) const {
    for (std::size_t w = 0; w < setWords; ++w) {
      for (std::uint64_t left = set[w]; left != 0; left &= left - 1) {
        visit(static_cast<ColumnId>(64 * w + std::countr_zero(left)));
      }
    }
  }
  [[gnu::always_inline]] bool addTo(std::uint64_t* all, ColumnId column) {
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
    for (ColumnId a = static_cast<ColumnId>(above.size()); a < count; ++a) {
      above.emplace_back();
      below.emplace_back();
      for (ColumnId b = 0; b <= a; ++b) {
        if (bits.index(a) != bits.index(b)) continue;
        if (bits.isWithin(a, b)) hide(a, b);
        if (bits.isWithin(b, a)) hide(b, a);
      }
    }
  }
  void hide(ColumnId one, ColumnId other) {
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
      forEach(all, [&](ColumnId s) { addUnknown(list, s); });
      for (ColumnId& s : list) {
        const ColumnId number = s & kNumber;
        if ((fresh[number / 64] >> (number % 64) & 1) == 0) s = number;
      }
    }
    few = 0;
    sets = {};
  }

  static constexpr ColumnId kNew = 1u << 31;
  static constexpr ColumnId kNumber = kNew - 1;
  struct List {
    ColumnId* first = nullptr;
    std::uint32_t size = 0;
    std::uint32_t room = 0;

    ColumnId* begin() const { return first; }
    ColumnId* end() const { return first + size; }
  };

  // Several at a time, since the compiler can then compare them at once.
  [[gnu::always_inline]] static bool has(const List& list, ColumnId column) {
    constexpr std::size_t kAtOnce = 8;
    std::size_t i = 0;
    for (; i + kAtOnce <= list.size; i += kAtOnce) {
      bool found = false;
      for (std::size_t k = 0; k < kAtOnce; ++k) found |= (list.first[i + k] & kNumber) == column;
      if (found) return true;
    }
    for (; i < list.size; ++i) {
      if ((list.first[i] & kNumber) == column) return true;
    }
    return false;
  }
  // Replaces the columns that it covers.
  [[gnu::noinline]] bool addUnknown(List& list, ColumnId column) {
    const unsigned index = bits.index(column);
    const auto before = [&](ColumnId s) { return bits.index(s & kNumber) < index; };
    // Mostly columns are added in the order of their indices.
    const bool last = list.size == 0 || before(list.end()[-1]);
    ColumnId* const begin =
        last ? list.end() : std::partition_point(list.begin(), list.end(), before);
    ColumnId* end = begin;
    for (; end != list.end() && bits.index(*end & kNumber) == index; ++end) {
      if (bits.isWithin(column, *end & kNumber)) return false;
    }
    ColumnId* const kept =
        std::remove_if(begin, end, [&](ColumnId s) { return bits.isWithin(s & kNumber, column); });
    if (kept == end) {
      const std::size_t at = static_cast<std::size_t>(end - list.begin());
      if (list.size == list.room) grow(list);
      std::copy_backward(list.begin() + at, list.end(), list.end() + 1);
      list.first[at] = column | kNew;
      ++list.size;
    } else {
      *kept = column | kNew;
      list.size = static_cast<std::uint32_t>(std::copy(end, list.end(), kept + 1) - list.begin());
    }
    return true;
  }
  void grow(List& list) {
    const List old = list;
    list.room = std::max(2 * old.room, 4u);
    list.first = members.take(list.room);
    std::copy(old.begin(), old.end(), list.first);
    if (old.room > 0) members.give(old.first, old.room);
  }

  const ColumnBits& bits;
  std::uint32_t few;                // 0: there are lists
  std::vector<std::uint64_t> sets;  // by state
  std::size_t setWords = 1;
  std::vector<Mask> above, below;  // by column, itself included: what hides it, what it hides
  std::vector<List> lists;         // by state
  BlockPool<ColumnId> members;     // of lists
};

}  // namespace robur
