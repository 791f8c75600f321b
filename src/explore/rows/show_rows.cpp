#include "explore/rows/show_rows.h"

#include <fmt/format.h>

namespace robur {

std::string ColumnNames::cell(unsigned x) const {
  return program.cellName(CellId{monitored[x].cell});
}

std::string ColumnNames::thread(unsigned t) const {
  return program.threads[t].name;
}

std::string ColumnNames::operator()(Columns columns, unsigned i) const {
  if (columns == Columns::Cells) return cell(i);
  for (unsigned x = 0; x < monitored.cellCount(); ++x) {
    if (i >= monitored[x].endClass()) continue;
    if (!monitored.exact(x, i)) return cell(x);
    return fmt::format("{}={}", cell(x), monitored[x].tracked[i - monitored[x].firstClass]);
  }
  const unsigned plain = (i - monitored.classCount()) / threads;
  for (unsigned cell = 0; cell < plainIndex.size(); ++cell) {
    if (plainIndex[cell] != plain) continue;
    return fmt::format("{}#{}", program.cellName(CellId{cell}),
                       thread((i - monitored.classCount()) % threads));
  }
  return {};
}

std::string showRow(const ColumnNames& names, const RowKind& kind, const std::string& owner,
                    const std::vector<unsigned>& members) {
  std::vector<std::string> words;
  for (const unsigned i : members) words.push_back(names(kind.columns, i));
  return fmt::format("{}[{}] = {{{}}}", kind.name, owner, fmt::join(words, ", "));
}

std::vector<std::string> showRows(const Program& program, const MonitoredCells& monitored,
                                  const RowShape& shape, const std::uint64_t* rows) {
  const ColumnNames names(program, monitored, shape.threads, shape.plainIndex);
  std::vector<std::string> out;
  const auto show = [&](const RowKind& kind, const std::string& owner, unsigned row) {
    std::vector<unsigned> members;
    for (unsigned i = 0; i < 64 * shape.rowWords; ++i) {
      if (shape.has(rows, row, i)) members.push_back(i);
    }
    out.push_back(showRow(names, kind, owner, members));
  };
  const RowPlan& plan = shape.plan;
  for (unsigned t = 0; t < shape.threads; ++t) {
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      show(plan.thread[k], names.thread(t), shape.index.threadIndex(t, k));
    }
  }
  for (unsigned x = 0; x < shape.cells; ++x) {
    for (unsigned k = 0; k < plan.cell.size(); ++k) {
      show(plan.cell[k], names.cell(x), shape.index.cellIndex(x, k));
    }
  }
  for (unsigned k = 0; k < plan.fence.size(); ++k) {
    show(plan.fence[k], "fence", shape.index.fenceIndex(k));
  }
  return out;
}

}  // namespace robur
