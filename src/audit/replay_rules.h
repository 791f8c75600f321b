// A run taken through a model's rules once more, without the search around them.
//
// The search drops dead columns at every step. Here nothing is dropped on the way, so that the rows
// can be compared with their meaning. Dropping what is dead once, at the end, must give what the
// search has stored.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/explore.h"
#include "models/rows.h"

namespace robur {

struct ReplayedRows {
  RowPlan plan;
  unsigned threads = 0;
  unsigned cells = 0;
  std::vector<std::vector<std::uint64_t>> rows;  // one bit per column

  bool has(std::size_t row, unsigned column) const {
    return rows[row][column / 64] >> (column % 64) & 1;
  }
};

// The rows after the run, by the model's operations alone. Model Sc has none.
ReplayedRows replayRules(ModelName model, const Exploration& exploration,
                         const std::vector<RunStep>& run);

// The same without what is dead for threads that are where `state` says.
ReplayedRows replayAndDropDead(ModelName model, const Exploration& exploration,
                               const std::vector<RunStep>& run, const std::int64_t* state);

}  // namespace robur
