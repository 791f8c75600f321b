// What clients of columns share: they take a column out of its packed form, let the monitor change
// it, and number the result.
#pragma once

#include <cstdint>
#include <functional>
#include <new>
#include <vector>

#include "explore/columns/column_codec.h"
#include "explore/reduce/symmetry.h"
#include "explore/rows/monitor.h"
#include "explore/store/row_states.h"

namespace robur {

// `Columns` numbers them: RowStates for several workers, or Numbering.
template <class Columns>
class ColumnEffects {
 public:
  // A step changes rows by change(rows).
  using Change = std::function<void(std::uint64_t*)>;

  ColumnEffects(const Monitor& monitor, const ColumnCodec& codec, Columns& columns)
      : codec(codec),
        columns(columns),
        scratch(codec.rowShape()),
        monitor(monitor),
        packed(codec.words()),
        examined(codec.rowShape()) {}

  // The rows at hand are those of this column from now on.
  void examine(ColumnId id) { codec.unpack(columns.at(id), examined.data()); }
  const std::uint64_t* rows() const { return examined.data(); }

  // States do not have rows.
  void look(RowsId) {}
  RowsId id() const { return 0; }

 protected:
  static constexpr ColumnId kMost = (1u << 31) - 1;  // all columns have lower numbers

  unsigned indexOf(ColumnId id) const { return ColumnCodec::indexOf(columns.at(id)); }
  // Unpacks a column into `scratch`, where the step changes it; returns its index.
  unsigned changeColumn(ColumnId id, const Change& change) {
    const std::uint64_t* const column = columns.at(id);
    codec.unpack(column, scratch.data());
    change(scratch.data());
    return ColumnCodec::indexOf(column);
  }
  // The column for threads sorted by their own states.
  ColumnId sortedColumn(ColumnId id, const Symmetry& symmetry, const std::uint64_t* locals) {
    codec.unpack(columns.at(id), scratch.data());
    symmetry.sortRows(locals, scratch.data());
    return numberOf(scratch.data(), indexOf(id));
  }
  // The same if the codec can sort.
  ColumnId sortedColumn(ColumnId id, const ThreadSorting& sorting) {
    codec.sort(columns.at(id), sorting, packed.data());
    return numberPacked();
  }
  ColumnId numberOf(const std::uint64_t* rows, unsigned index) {
    const bool isSeed = index == ColumnCodec::kSeed;
    codec.pack(rows, index, isSeed ? 0 : monitor.threadsThatMayViolate(rows, index), packed.data());
    return numberPacked();
  }

  const ColumnCodec& codec;
  Columns& columns;
  RowBlock scratch;

 private:
  ColumnId numberPacked() {
    const ColumnId id = columns.number(packed.data());
    if (id >= kMost) throw std::bad_alloc();
    return id;
  }

  const Monitor& monitor;
  std::vector<std::uint64_t> packed;
  RowBlock examined;
};

}  // namespace robur
