// The monitored cells of a program and the value classes of each: what the columns of a monitor's
// rows stand for.
//
// Each tracked value of a monitored cell has a value class of its own; all its other values share
// one more. Fewer tracked values make rows shorter and can only add false alarms, never hide a
// violation; the check starts with few and adds values when a violation turns out not to be real.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "program/program.h"

namespace robur {

inline constexpr unsigned kNotMonitored = std::numeric_limits<unsigned>::max();

struct MonitoredCell {
  std::uint32_t cell = 0;
  std::vector<std::int64_t> tracked;  // sorted
  bool others = true;                 // is there any value that is not tracked?
  unsigned firstClass = 0;

  unsigned classCount() const { return static_cast<unsigned>(tracked.size()) + (others ? 1 : 0); }
  unsigned endClass() const { return firstClass + classCount(); }
};

class MonitoredCells {
 public:
  // `monitored[c]` says whether cell c is monitored; `tracked[c]` lists its tracked values.
  MonitoredCells(const Program& program, const std::vector<bool>& monitored,
                 const std::vector<std::vector<std::int64_t>>& tracked);

  unsigned cellCount() const { return static_cast<unsigned>(cells.size()); }
  unsigned classCount() const { return classes; }
  unsigned indexOf(std::uint32_t cell) const { return indexOfCell[cell]; }
  const MonitoredCell& operator[](unsigned x) const { return cells[x]; }

  unsigned classOf(unsigned x, std::int64_t value) const;
  // Does the value class stand for one value only?
  bool exact(unsigned x, unsigned valueClass) const {
    return valueClass < cells[x].firstClass + cells[x].tracked.size();
  }

 private:
  std::vector<MonitoredCell> cells;
  std::vector<unsigned> indexOfCell;
  unsigned classes = 0;
};

// The values of each cell that a wait or a compare-and-swap compares with, as far as they
// are constants of the program: the tracked values to begin with.
std::vector<std::vector<std::int64_t>> comparedConstants(const Program& program);

// Every value of each cell that is compared with anything, if its type has at most `limit`
// values; otherwise its compared constants.
std::vector<std::vector<std::int64_t>> allComparedValues(const Program& program,
                                                         std::uint64_t limit);

}  // namespace robur
