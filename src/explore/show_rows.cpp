#include "explore/show_rows.h"

#include <fmt/format.h>

namespace robur {

std::string ColumnNames::place(unsigned x) const {
  return program.cellName(CellId{slots[x].cell});
}

std::string ColumnNames::thread(unsigned t) const {
  return program.threads[t].name;
}

std::string ColumnNames::operator()(Columns columns, unsigned i) const {
  if (columns == Columns::Places) return place(i);
  for (unsigned x = 0; x < slots.placeCount(); ++x) {
    if (i >= slots[x].endSlot()) continue;
    if (!slots.exact(x, i)) return place(x);
    return fmt::format("{}={}", place(x), slots[x].tracked[i - slots[x].firstSlot]);
  }
  const unsigned plain = (i - slots.slotCount()) / threads;
  for (unsigned cell = 0; cell < plainIndex.size(); ++cell) {
    if (plainIndex[cell] != plain) continue;
    return fmt::format("{}#{}", program.cellName(CellId{cell}),
                       thread((i - slots.slotCount()) % threads));
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
