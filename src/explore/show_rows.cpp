#include "explore/show_rows.h"

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

}  // namespace robur
