// The monitor as the fixpoint over recorded steps sees it (column_fixpoint.h): for one step, which
// is made once more, what becomes of some columns.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/columns/column_effects.h"

namespace robur {

class ColumnTransfer : public ColumnEffects<Numbering> {
 public:
  static constexpr ColumnId kDead = ~0u - 1;

  using ColumnEffects<Numbering>::ColumnEffects;

  // The columns to transfer when the step goes this way.
  void take(const std::vector<ColumnId>& some, unsigned way) {
    input = &some;
    wanted = way;
    count = 0;
  }
  // Has it been the last way?
  bool done() const { return count == wanted + 1; }
  // What became of them, in their order, or kDead; and the columns that the step has begun.
  std::vector<ColumnId> made, begun;

  // Brings both into the order of threads sorted by their own states.
  void sort(const Symmetry& symmetry, const std::uint64_t* locals) {
    for (std::vector<ColumnId>* some : {&made, &begun}) {
      for (ColumnId& column : *some) {
        if (column != kDead) column = sortedColumn(column, symmetry, locals);
      }
    }
  }

  ColumnId number(const RowBlock&) { return 0; }
  template <class ChangeRows>
  RowsId after(std::uint32_t, std::uint64_t, const ChangeRows& change) {
    if (count++ == wanted) transferAll(std::cref(change));
    return 0;
  }
  void numbersAreOwn() {}
  std::uint64_t bytes() const { return 0; }

 private:
  [[gnu::noinline]] void transferAll(const Change& change) {
    made.clear();
    for (const ColumnId column : *input) {
      const unsigned index = changeColumn(column, change);
      const bool isPresent = codec.isPresent(scratch.data(), index);
      made.push_back(isPresent ? numberOf(scratch.data(), index) : kDead);
    }
    begun.clear();
    scratch.clear();  // the seed, from which columns branch off
    change(scratch.data());
    codec.forEachPresent(scratch.data(),
                         [&](unsigned c) { begun.push_back(numberOf(scratch.data(), c)); });
  }

  const std::vector<ColumnId>* input = nullptr;
  unsigned wanted = 0, count = 0;
};

}  // namespace robur
