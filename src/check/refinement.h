// Which values of a cell the monitor distinguishes, learnt from false alarms.
//
// The check starts with the constants that waits and compare-and-swaps mention. When a
// violation turns out to need a value that no stale write has, the values those writes do
// have get value classes of their own and the search starts again: every round distinguishes at
// least one more value, so the rounds end, and with every value distinguished the monitor is exact.
// Distinguishing all of them from the start would be exact at once, but a compare-and-swap on a
// register makes every value of the cell count, and rows of 256 classes are slow.
#pragma once

#include <cstdint>
#include <vector>

#include "models/monitored_cells.h"
#include "program/program.h"

namespace robur {

class Refinement {
 public:
  Refinement(const Program& program, bool coarse)
      : program(program),
        values(coarse ? comparedConstants(program) : allComparedValues(program, kSmallType)),
        rounds(values.size(), 0) {}

  const std::vector<std::vector<std::int64_t>>& tracked() const { return values; }

  // Distinguishes these values of the cell from now on; false if they all were already.
  bool add(std::uint32_t cell, const std::vector<std::int64_t>& more);

 private:
  static constexpr std::uint64_t kSmallType = 256;
  static constexpr unsigned kPatience = 3;  // rounds on one cell before a small type is split up

  const Program& program;
  std::vector<std::vector<std::int64_t>> values;
  std::vector<unsigned> rounds;
};

}  // namespace robur
