// The monitor's rows laid out for storing: every row takes as many bits as it has columns.
#pragma once

#include <algorithm>

#include "explore/rows/row_shape.h"
#include "explore/store/row_states.h"
#include "explore/store/state_codec.h"

namespace robur {

class RowCodec {
 public:
  explicit RowCodec(const RowShape& shape) : shape(shape) {
    forEachRow(shape, [&](const RowKind& kind, unsigned row) {
      const unsigned columns = kind.columns == Columns::Cells          ? shape.cells
                               : kind.columns == Columns::ValueClasses ? shape.classes
                                                                       : shape.columns();
      for (unsigned i = 0; 64 * i < columns; ++i) {
        table.add(row * shape.rowWords + i, 0, std::min(columns - 64 * i, 64u));
      }
    });
    table.finish();
  }

  RowBlock blank() const { return RowBlock(shape); }
  // None if there are no rows.
  std::size_t words() const { return shape.words() == 0 ? 0 : table.words(); }
  void pack(const RowBlock& block, std::uint64_t* out) const { table.pack(block.data(), out); }
  void unpack(const std::uint64_t* in, RowBlock& block) const { table.unpack(in, block.data()); }
  RowBlock block(const RowStates& states, RowsId id) const {
    RowBlock out = blank();
    if (words() > 0) unpack(states.at(id), out);
    return out;
  }

 private:
  const RowShape& shape;
  FieldTable table;
};

}  // namespace robur
