// Columns: the rows of a monitor, one column at a time.
//
// No rule of any model makes one column of the rows depend on another. The rows of a run are a set
// of columns, one for each stale write that some thread might still see, and a violation shows in
// one column alone: the write is open to a thread, and the last write to its cell has reached
// the thread. So it is enough to know which columns reach a state by some run, and two runs that
// differ in two columns need not be distinguished in four ways. Rows that every column depends
// on (RowKind::whole) are part of each column.
//
// A write begins a column: it sets its mark in all rows but the writer's, whatever they held
// before, and what whole rows held before does not matter to a column that is the same in all
// other rows. So the seed, the column of no index from which the others branch off, is empty.
//
// Packed, a column is a mask of the threads for which it may violate (Monitor), its index, and one
// bit for each row.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "explore/columns/thread_sorting.h"
#include "explore/reduce/persistent_sets.h"
#include "explore/rows/row_shape.h"
#include "explore/store/row_states.h"

namespace robur {

using ColumnId = RowsId;  // of a packed column

class ColumnCodec {
 public:
  static constexpr unsigned kSeed = ~0u;   // the index of the seed
  static constexpr std::size_t kHead = 2;  // words before the bits of the rows

  explicit ColumnCodec(const RowShape& shape);

  std::size_t words() const { return count; }
  const RowShape& rowShape() const { return shape; }

  static ThreadMask mayViolate(const std::uint64_t* packed) { return packed[0]; }
  static unsigned indexOf(const std::uint64_t* packed) { return static_cast<unsigned>(packed[1]); }
  static std::uint64_t firstBits(const std::uint64_t* packed) { return packed[kHead]; }
  // As RowShape::cellOfColumn.
  unsigned cellOf(unsigned index) const { return shape.cellOfColumn[index]; }
  unsigned cellCount() const {
    return shape.cellOfColumn.empty() ? shape.cells
                                      : std::max(shape.cells, shape.cellOfColumn.back() + 1);
  }

  // Does the column hold something stale?
  bool isPresent(const std::uint64_t* rows, unsigned index) const {
    std::uint64_t sum = 0;
    for (const std::size_t row : stale) sum |= rows[row + index / 64];
    return sum >> (index % 64) & 1;
  }
  // Calls visit(index) for each column that does.
  template <class Visit>
  void forEachPresent(const std::uint64_t* rows, const Visit& visit) const {
    for (unsigned w = 0; 64 * w < shape.columns(); ++w) {
      std::uint64_t present = 0;
      for (const std::size_t row : stale) present |= rows[row + w];
      for (; present != 0; present &= present - 1) {
        visit(64 * w + static_cast<unsigned>(std::countr_zero(present)));
      }
    }
  }
  void pack(const std::uint64_t* rows, unsigned index, ThreadMask mayViolate,
            std::uint64_t* out) const;
  void unpack(const std::uint64_t* in, std::uint64_t* rows) const;
  // Does one have no bit that the other has not? Of the same index.
  bool isWithin(const std::uint64_t* one, const std::uint64_t* other) const {
    for (std::size_t w = kHead; w < count; ++w) {
      if ((one[w] & ~other[w]) != 0) return false;
    }
    return true;
  }
  // Symmetry::sortRows for a packed column, if every thread has one bit of each sort of rows.
  bool canSort() const { return oneBitEach; }
  void sort(const std::uint64_t* in, const ThreadSorting& sorting, std::uint64_t* out) const;
  // The threads whose rows are not the same as those of the thread before them.
  ThreadMask differing(const std::uint64_t* packed) const;
  // Are these equal, apart from the rows that every column depends on?
  bool isSameColumn(const std::uint64_t* a, const std::uint64_t* b) const;

 private:
  // One bit for each thread: rows of a sort of which each thread has one bit.
  ThreadMask threadsAt(const std::uint64_t* words, std::size_t first) const;

  const RowShape& shape;
  std::vector<std::size_t> stale, reached, wholes;  // where rows begin, by what columns they have
  // Where the threads' rows of a kind begin, packed, and how many bits each takes.
  struct ThreadBits {
    std::size_t first, each;
  };
  std::vector<ThreadBits> threadBits;
  bool oneBitEach = false;
  std::size_t count = 0;
};

}  // namespace robur
