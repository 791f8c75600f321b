// Symmetry reduction: threads with the same code can be exchanged, so states that differ only in
// the order of such threads are sorted into one order. The monitors keep nothing that names a
// thread outside that thread's own rows, so sorting gives a true normal form. The exception are
// shadows, whose columns name threads: rows with shadows are never sorted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/reduce/persistent_sets.h"
#include "explore/rows/row_shape.h"
#include "program/validate.h"
#include "semantics/machine.h"

namespace robur {

// Groups of at least two threads that can be exchanged.
std::vector<std::vector<unsigned>> interchangeableThreads(const Machine& machine);

class Symmetry {
 public:
  Symmetry(const Machine& machine, const RowShape& shape, bool wanted);

  bool none() const { return groups.empty(); }

  // Sorts threads by their own states, then by their rows; if asked, where[p] becomes the thread
  // that is now at position p.
  void sort(std::uint64_t* locals, std::uint64_t* rows, std::uint8_t* where = nullptr) const;
  // Sorts copies of these, that is, the rows alone.
  void sortRows(const std::uint64_t* locals, std::uint64_t* rows) const;
  void sortLocals(std::uint64_t* locals) const;

  // Does sorting change nothing, whatever the rows are?
  bool isSorted(const std::uint64_t* locals) const {
    for (const auto& group : groups) {
      for (std::size_t i = 1; i < group.size(); ++i) {
        if (locals[group[i]] <= locals[group[i - 1]]) return false;
      }
    }
    return true;
  }
  // How the threads' own states are ordered, in four bits for each if they are few: how sorting
  // moves rows depends on this and on the rows alone.
  bool canRank() const { return grouped <= kMostRanked; }
  std::uint64_t ranks(const std::uint64_t* locals) const;
  // The same for any number of threads, in a byte for each: a thread of a group that has been
  // sorted by its own state, with the highest bit set if its state is that of the one before.
  static constexpr std::size_t kOrderWords = kMaxThreads / sizeof(std::uint64_t);
  static constexpr std::uint8_t kSameState = 128;
  void order(const std::uint64_t* locals, std::uint64_t* out) const;
  // Where these threads go: the threads of all groups.
  std::span<const std::uint8_t> places() const { return placesOfGroups; }

  // The threads that can be exchanged with the thread before them.
  ThreadMask adjacent() const { return nextToEachOther; }

 private:
  static constexpr std::size_t kMostRanked = 16;

  bool less(const std::uint64_t* locals, const std::uint64_t* rows, unsigned a, unsigned b) const;
  void exchange(std::uint64_t* locals, std::uint64_t* rows, unsigned a, unsigned b) const;
  std::size_t rowAt(unsigned t, unsigned k) const {
    return std::size_t{shape.index.threadIndex(t, k)} * shape.rowWords;
  }

  unsigned threads;
  const RowShape& shape;
  std::vector<std::vector<unsigned>> groups;
  std::size_t grouped = 0;  // threads in groups
  std::vector<std::uint8_t> placesOfGroups;
  ThreadMask nextToEachOther = 0;
};

}  // namespace robur
