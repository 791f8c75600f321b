// The strands that lead to each state, as far as others do not make them superfluous.
//
// Of two strands of the same column, one that has nothing the other has not can be left out: fewer
// bits mean more observed and less reached, and whatever goes wrong with fewer also goes wrong
// with more, because all rules are monotone.
//
// A list is in the order of columns, and in each strand it is marked whether it is new there. For
// one thread only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "explore/state_store.h"
#include "explore/stubborn.h"

namespace robur {

using StrandNumber = std::uint32_t;

// What comparing strands takes, strand by strand: the column, and the bits that count; and who has
// something to fear from it.
class StrandBits {
 public:
  explicit StrandBits(std::size_t words) : width(words) {}

  std::size_t size() const { return threats.size(); }
  void add(std::uint32_t column, ThreadMask afraid, const std::uint64_t* words) {
    threats.push_back(afraid);
    records.push_back(column);
    records.insert(records.end(), words, words + width);
  }
  std::uint32_t column(StrandNumber s) const { return static_cast<std::uint32_t>(*record(s)); }
  ThreadMask threatened(StrandNumber s) const { return threats[s]; }
  // Of the same column: has one nothing that the other has not?
  [[gnu::always_inline]] bool within(StrandNumber one, StrandNumber other) const {
    const std::uint64_t* a = record(one) + 1;
    const std::uint64_t* b = record(other) + 1;
    std::uint64_t more = a[0] & ~b[0];
    for (std::size_t w = 1; w < width; ++w) more |= a[w] & ~b[w];
    return more == 0;
  }
  std::uint64_t bytes() const {
    return threats.capacity() * sizeof threats[0] + records.capacity() * sizeof records[0];
  }

 private:
  const std::uint64_t* record(StrandNumber s) const { return records.data() + s * (width + 1); }

  std::size_t width;
  std::vector<ThreadMask> threats;
  std::vector<std::uint64_t> records;  // the column, then the bits
};

class StrandLists {
 public:
  explicit StrandLists(const StrandBits& bits) : bits(bits) {}

  void resize(std::size_t states) { lists.resize(states); }

  // Adds a strand that is new in a state; false if others make it superfluous.
  [[gnu::always_inline]] bool add(StateId state, StrandNumber strand) {
    List& list = lists[state];
    if (has(words(list), list.size, strand)) return false;
    return addUnknown(list, strand);
  }
  // Hands over all that is new in a state, which is new no more.
  void takeNew(StateId state, std::vector<StrandNumber>& out) {
    const List& list = lists[state];
    StrandNumber* const first = words(list);
    out.clear();
    for (std::uint32_t i = 0; i < list.size; ++i) {
      if ((first[i] & kNew) == 0) continue;
      first[i] &= kNumber;
      out.push_back(first[i]);
    }
  }

  std::uint64_t bytes() const { return taken + lists.capacity() * sizeof lists[0]; }

 private:
  static constexpr StrandNumber kNew = 1u << 31;
  static constexpr StrandNumber kNumber = kNew - 1;
  static constexpr unsigned kPieceBits = 12;  // words
  static constexpr std::uint32_t kPiece = 1u << kPieceBits;
  static constexpr unsigned kLeastLog = 2, kMostLog = 24;

  struct List {
    std::uint32_t at = 0;           // piece, and word in it
    std::uint32_t size : 24 = 0;    // in words
    std::uint32_t logRoom : 8 = 0;  // 0: it has no room at all
  };
  static_assert(sizeof(List) == 8);

  StrandNumber* words(const List& list) const {
    return pieces[list.at >> kPieceBits] + (list.at & (kPiece - 1));
  }
  // Several at a time, since the compiler can then compare them at once.
  [[gnu::always_inline]] static bool has(const StrandNumber* first, std::uint32_t size,
                                         StrandNumber strand) {
    constexpr std::uint32_t kAtOnce = 8;
    std::uint32_t i = 0;
    for (; i + kAtOnce <= size; i += kAtOnce) {
      bool found = false;
      for (std::uint32_t k = 0; k < kAtOnce; ++k) found |= (first[i + k] & kNumber) == strand;
      if (found) return true;
    }
    for (; i < size; ++i) {
      if ((first[i] & kNumber) == strand) return true;
    }
    return false;
  }
  // Where strands of a column begin, or would. Mostly they come in the order of columns.
  std::uint32_t firstOf(const StrandNumber* first, std::uint32_t size, std::uint32_t column) const {
    const auto before = [&](StrandNumber s) { return bits.column(s & kNumber) < column; };
    if (size == 0 || before(first[size - 1])) return size;
    return static_cast<std::uint32_t>(std::partition_point(first, first + size, before) - first);
  }
  [[gnu::noinline]] bool addUnknown(List& list, StrandNumber strand) {
    StrandNumber* first = words(list);
    const std::uint32_t column = bits.column(strand);
    const std::uint32_t begin = firstOf(first, list.size, column);
    std::uint32_t end = begin;
    bool superior = false;
    for (; end < list.size && bits.column(first[end] & kNumber) == column; ++end) {
      if (bits.within(strand, first[end] & kNumber)) return false;
      superior |= bits.within(first[end] & kNumber, strand);
    }
    // What it makes superfluous itself gives its place away.
    std::uint32_t kept = superior ? begin : end;
    for (std::uint32_t i = kept; i < end; ++i) {
      first[kept] = first[i];
      kept += !bits.within(first[i] & kNumber, strand);
    }
    const std::uint32_t rest = list.size - end;
    if (kept == end) {
      if (list.logRoom == 0 || list.size == 1u << list.logRoom) first = grow(list);
      std::memmove(first + end + 1, first + end, rest * sizeof(StrandNumber));
    } else {
      std::memmove(first + kept + 1, first + end, rest * sizeof(StrandNumber));
    }
    first[kept] = strand | kNew;
    list.size = (kept + 1 + rest) & 0xffffffu;
    return true;
  }
  StrandNumber* grow(List& list) {
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
      owned.push_back(std::make_unique_for_overwrite<StrandNumber[]>(count * kPiece));
      fresh = static_cast<std::uint32_t>(pieces.size()) << kPieceBits;
      left = count * kPiece;
      for (std::uint32_t i = 0; i < count; ++i) pieces.push_back(owned.back().get() + i * kPiece);
      taken += left * sizeof(StrandNumber);
    }
    const std::uint32_t at = fresh;
    fresh += room;
    left -= room;
    return at;
  }

  const StrandBits& bits;
  std::vector<List> lists;                                  // by state
  std::vector<std::vector<std::uint32_t>> spare{kMostLog};  // by the logarithm of their room
  std::vector<std::unique_ptr<StrandNumber[]>> owned;
  std::vector<StrandNumber*> pieces{nullptr};  // lists that have no room point to the first
  std::uint32_t fresh = 0;
  std::uint32_t left = 0;
  std::uint64_t taken = 0;
};

}  // namespace robur
