// A monitor's rows in words, for --explain: "A[worker] = {x=0, y}".
#pragma once

#include <string>
#include <vector>

#include "models/rows.h"

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

template <int W>
std::vector<std::string> showRows(const Program& program, const MonitoredCells& monitored,
                                  const MonitorLayout<W>& layout, const RowPlan& plan,
                                  const RowMap<W>& map, const Bits<W>* rows) {
  const ColumnNames names(program, monitored, layout.threads, layout.plainIndex);
  std::vector<std::string> out;
  const auto show = [&](const RowKind& kind, const std::string& owner, const Bits<W>& row) {
    std::vector<unsigned> members;
    for (unsigned i = 0; i < Bits<W>::kCapacity; ++i) {
      if (row.has(i)) members.push_back(i);
    }
    out.push_back(showRow(names, kind, owner, members));
  };
  for (unsigned t = 0; t < layout.threads; ++t) {
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      show(plan.thread[k], names.thread(t), rows[map.threadIndex(t, k)]);
    }
  }
  for (unsigned x = 0; x < layout.cells; ++x) {
    for (unsigned k = 0; k < plan.cell.size(); ++k) {
      show(plan.cell[k], names.cell(x), rows[map.cellIndex(x, k)]);
    }
  }
  for (unsigned k = 0; k < plan.fence.size(); ++k) {
    show(plan.fence[k], "fence", rows[map.fenceIndex(k)]);
  }
  return out;
}

}  // namespace robur
