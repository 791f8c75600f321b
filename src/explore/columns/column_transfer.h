// The monitor as the fixpoint over recorded steps sees it (column_fixpoint.h): for one step, which
// is made once more, what becomes of some columns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "explore/columns/column_codec.h"
#include "explore/reduce/symmetry.h"
#include "explore/rows/monitor.h"
#include "explore/step/row_change.h"
#include "explore/store/numbering.h"
#include "explore/store/row_states.h"

namespace robur {

class ColumnTransfer {
 public:
  static constexpr std::uint32_t kDead = ~0u - 1;
  static constexpr std::uint32_t kMost = 1u << 31;

  ColumnTransfer(const Monitor& monitor, const ColumnCodec& codec, Numbering& columns)
      : monitor(monitor),
        codec(codec),
        columns(columns),
        packed(codec.words()),
        examined(codec.rowShape()),
        scratch(codec.rowShape()) {}

  // The columns to transfer when the step goes this way.
  void take(const std::vector<std::uint32_t>& some, unsigned way) {
    input = &some;
    wanted = way;
    count = 0;
  }
  // Has it been the last way?
  bool done() const { return count == wanted + 1; }
  // What became of them, in their order, or kDead; and the columns that the step has begun.
  std::vector<std::uint32_t> made, begun;
  // All columns that there are have lower numbers.
  std::uint32_t end() const { return highest; }

  // Brings both into the order of threads sorted by their own states.
  void sort(const Symmetry& symmetry, const std::uint64_t* locals) {
    for (std::vector<std::uint32_t>* some : {&made, &begun}) {
      for (std::uint32_t& column : *some) {
        if (column == kDead) continue;
        codec.unpack(columns.at(column), scratch.data());
        symmetry.sortRows(locals, scratch.data());
        column = numberOf(scratch.data(), ColumnCodec::indexOf(columns.at(column)));
      }
    }
  }

  // The rows at hand are those of this column from now on.
  void examine(std::uint32_t column) { codec.unpack(columns.at(column), examined.data()); }
  const std::uint64_t* rows() const { return examined.data(); }

  std::uint32_t number(const RowBlock&) { return 0; }
  void look(RowsId) {}
  RowsId id() const { return 0; }
  template <class Change>
  RowsId after(std::uint32_t, std::uint64_t, const Change& change) {
    if (count++ == wanted) transferAll(change);
    return 0;
  }
  void neverRemember() {}
  std::uint64_t bytes() const { return 0; }

 private:
  [[gnu::noinline]] void transferAll(RowChange change) {
    made.clear();
    for (const std::uint32_t column : *input) {
      const unsigned index = ColumnCodec::indexOf(columns.at(column));
      codec.unpack(columns.at(column), scratch.data());
      change(scratch.data());
      const bool isPresent = codec.isPresent(scratch.data(), index);
      made.push_back(isPresent ? numberOf(scratch.data(), index) : kDead);
    }
    begun.clear();
    scratch.clear();  // the seed, from which columns branch off
    change(scratch.data());
    codec.forEachPresent(scratch.data(),
                         [&](unsigned c) { begun.push_back(numberOf(scratch.data(), c)); });
  }
  std::uint32_t numberOf(const std::uint64_t* rows, unsigned index) {
    codec.pack(rows, index, monitor.threadsThatMayViolate(rows, index), packed.data());
    const std::uint32_t column = columns.number(packed.data());
    if (column >= kMost) throw std::bad_alloc();
    highest = std::max(highest, column + 1);
    return column;
  }

  const Monitor& monitor;
  const ColumnCodec& codec;
  Numbering& columns;
  const std::vector<std::uint32_t>* input = nullptr;
  unsigned wanted = 0, count = 0;
  std::uint32_t highest = 0;
  std::vector<std::uint64_t> packed;
  RowBlock examined;
  RowBlock scratch;
};

}  // namespace robur
