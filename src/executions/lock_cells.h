// Cells that are used as locks: all that reads them are blocking compare-and-swaps, which expect
// one and the same constant. So a write of another value, which locks, is never read.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/machine.h"

namespace robur::executions {

class LockCells {
 public:
  explicit LockCells(const Machine& machine);

  // Is this value of the cell never read, in any execution?
  bool neverRead(std::uint32_t cell, std::int64_t value) const {
    return cells[cell].used && cells[cell].expected && *cells[cell].expected != value;
  }

 private:
  struct Cell {
    bool used = false;                     // something reads it
    std::optional<std::int64_t> expected;  // by all that reads it
  };
  std::vector<Cell> cells;
};

}  // namespace robur::executions
