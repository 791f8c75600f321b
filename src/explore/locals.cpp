#include "explore/locals.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>

#include "explore/symmetry.h"

namespace robur {

namespace {

std::uint64_t hashOf(const std::int64_t* part, std::size_t width) {
  return XXH3_64bits(part, width * sizeof *part);
}

}  // namespace

Locals::Locals(const Machine& machine) : machine(&machine) {
  constexpr unsigned kNone = ~0u;
  tableOf.assign(machine.threadCount(), kNone);
  const auto addTable = [&](unsigned t) {
    tables.push_back(std::make_unique<Table>(1 + machine.thread(t).registerTypes.size()));
    return static_cast<unsigned>(tables.size() - 1);
  };
  for (const std::vector<unsigned>& group : interchangeableThreads(machine)) {
    const unsigned table = addTable(group.front());
    for (const unsigned t : group) tableOf[t] = table;
  }
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    if (tableOf[t] == kNone) tableOf[t] = addTable(t);
  }
}

const std::int64_t* Locals::Table::at(std::uint64_t id) const {
  const auto chunk = static_cast<unsigned>(std::bit_width(id / kFirst + 1)) - 1;
  const std::uint64_t before = kFirst * ((std::uint64_t{1} << chunk) - 1);
  return chunks[chunk].get() + (id - before) * width;
}

void Locals::grow(Table& table) {
  std::vector<std::uint32_t> index(std::max<std::size_t>(256, 2 * table.index.size()));
  for (std::uint64_t id = 0; id < table.count; ++id) {
    std::size_t i = hashOf(table.at(id), table.width) & (index.size() - 1);
    while (index[i] != 0) i = (i + 1) & (index.size() - 1);
    index[i] = static_cast<std::uint32_t>(id + 1);
  }
  taken += (index.size() - table.index.size()) * sizeof index[0];
  table.index = std::move(index);
}

LocalId Locals::number(unsigned t, const std::int64_t* part) {
  Table& table = *tables[tableOf[t]];
  const std::lock_guard lock(table.numbering);
  if (2 * (table.count + 1) > table.index.size()) grow(table);
  std::size_t i = hashOf(part, table.width) & (table.index.size() - 1);
  for (; table.index[i] != 0; i = (i + 1) & (table.index.size() - 1)) {
    const LocalId id = table.index[i] - 1;
    if (std::equal(part, part + table.width, table.at(id))) return id;
  }
  const std::uint64_t id = table.count++;
  if (std::has_single_bit(id / Table::kFirst + 1) && id % Table::kFirst == 0) {
    const auto chunk = static_cast<unsigned>(std::bit_width(id / Table::kFirst + 1)) - 1;
    const std::uint64_t words = (Table::kFirst << chunk) * table.width;
    table.chunks[chunk] = std::make_unique<std::int64_t[]>(words);
    taken += words * sizeof(std::int64_t);
  }
  std::copy(part, part + table.width, const_cast<std::int64_t*>(table.at(id)));
  table.index[i] = static_cast<std::uint32_t>(id + 1);
  return static_cast<LocalId>(id);
}

std::vector<std::int64_t> Locals::machineState(const std::int64_t* cells,
                                               const std::uint64_t* ids) const {
  std::vector<std::int64_t> out(machine->stateSize());
  std::copy(cells, cells + machine->cellCount(), out.begin());
  for (unsigned t = 0; t < machine->threadCount(); ++t) {
    const std::int64_t* own = part(t, static_cast<LocalId>(ids[t]));
    std::copy(own, own + tables[tableOf[t]]->width, out.begin() + machine->thread(t).base);
  }
  return out;
}

}  // namespace robur
