// A monitor's rows in words, for --explain: "A[worker] = {x=0, y}".
#pragma once

#include <string>
#include <vector>

#include "explore/rows/row_shape.h"
#include "models/monitored_cells.h"

namespace robur {

// Names what the columns of rows stand for.
class ColumnNames {
 public:
  ColumnNames(const Program& program, const MonitoredCells& monitored, unsigned threads,
              const std::vector<unsigned>& plainIndex)
      : program(program), monitored(monitored), threads(threads), plainIndex(plainIndex) {}

  // "x=0" for a tracked value, "x" for all others, "d#worker" for a shadow.
  std::string operator()(Columns columns, unsigned i) const;
  std::string cell(unsigned x) const;
  std::string thread(unsigned t) const;

 private:
  const Program& program;
  const MonitoredCells& monitored;
  unsigned threads;
  const std::vector<unsigned>& plainIndex;
};

std::string showRow(const ColumnNames& names, const RowKind& kind, const std::string& owner,
                    const std::vector<unsigned>& members);

std::vector<std::string> showRows(const Program& program, const MonitoredCells& monitored,
                                  const RowShape& shape, const std::uint64_t* rows);

}  // namespace robur
