// The shape of a monitor's rows, for code that knows neither the model nor how wide rows are.
//
// A row is `rowWords` words; all rows of a state lie one after the other in a RowBlock, in the
// order of `index`. A column is a value class of a monitored cell or, after these, a shadow: one
// for each pair of a plain cell and a thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "models/rows.h"

namespace robur {

struct RowShape {
  RowPlan plan;
  RowIndex index;
  unsigned rowWords = 1;
  unsigned threads = 0;
  unsigned cells = 0;    // monitored
  unsigned classes = 0;  // value classes
  unsigned shadows = 0;
  // By column: the monitored cell, or the number of monitored cells plus that of the plain cell.
  std::vector<unsigned> cellOfColumn = {};
  std::vector<unsigned> plainIndex = {};  // by cell of the program; kNotMonitored: none

  unsigned columns() const { return classes + shadows; }
  std::size_t words() const { return std::size_t{index.size()} * rowWords; }
  bool has(const std::uint64_t* rows, unsigned row, unsigned column) const {
    return rows[std::size_t{row} * rowWords + column / 64] >> (column % 64) & 1;
  }
};

// Calls visit(kind, row) for every row, kind by kind.
template <class Visit>
void forEachRow(const RowShape& shape, const Visit& visit) {
  const RowPlan& plan = shape.plan;
  for (unsigned k = 0; k < plan.thread.size(); ++k) {
    for (unsigned t = 0; t < shape.threads; ++t) {
      visit(plan.thread[k], shape.index.threadIndex(t, k));
    }
  }
  for (unsigned k = 0; k < plan.cell.size(); ++k) {
    for (unsigned x = 0; x < shape.cells; ++x) visit(plan.cell[k], shape.index.cellIndex(x, k));
  }
  for (unsigned k = 0; k < plan.fence.size(); ++k) {
    visit(plan.fence[k], shape.index.fenceIndex(k));
  }
}

class RowBlock {
 public:
  RowBlock() = default;
  explicit RowBlock(const RowShape& shape) : words(shape.words()) {}

  std::uint64_t* data() { return words.data(); }
  const std::uint64_t* data() const { return words.data(); }
  void clear() { std::fill(words.begin(), words.end(), 0); }
  // As assignment, for two of the same shape.
  void copy(const RowBlock& other) {
    std::memcpy(words.data(), other.words.data(), words.size() * sizeof(std::uint64_t));
  }

 private:
  std::vector<std::uint64_t> words;
};

// All rows thread by thread, then cell by cell, then those of the fence.
inline std::vector<std::vector<std::uint64_t>> rowsInOrder(const RowShape& shape,
                                                           const RowBlock& block) {
  std::vector<std::vector<std::uint64_t>> out;
  shape.index.inOrder([&](unsigned i) {
    const std::uint64_t* const row = block.data() + std::size_t{i} * shape.rowWords;
    out.emplace_back(row, row + shape.rowWords);
  });
  return out;
}

}  // namespace robur
