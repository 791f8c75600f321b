#include "verify/buffers/antichain.h"

#include <algorithm>

namespace robur::verify_buffers {

std::uint32_t Antichain::numberOf(const Positions& positions) {
  const auto [at, isNew] = numbers.emplace(positions, static_cast<std::uint32_t>(groups.size()));
  if (isNew) {
    groups.emplace_back().positions = &at->first;
    if (std::find(positions.begin(), positions.end(), kAnywhere) != positions.end()) {
      general.push_back(at->second);
    }
  }
  return at->second;
}

std::uint64_t Antichain::cellsOf(std::span<const WordId> row, MemoryId memory) const {
  std::uint64_t out = memories.cells(memory);
  for (const WordId id : row) {
    for (const WordRead& read : words[id]) out |= std::uint64_t{1} << (read.cell % 64);
  }
  return out;
}

bool Antichain::isWeaker(std::span<const WordId> a, MemoryId inA, std::span<const WordId> b,
                         MemoryId inB) {
  if (!memories.isWeaker(inA, inB)) return false;
  const Memory& last = memories[inB];
  for (std::size_t t = 0; t < threads; ++t) {
    if (a[t] == b[t]) continue;
    const Word& word = words[a[t]];
    for (std::size_t i = words.embedded(a[t], b[t]); i < word.size(); ++i) {
      if ((last[word[i].cell] & ~word[i].values) != 0) return false;
    }
  }
  return true;
}

bool Antichain::covers(const Group& group, const Demand& demand, std::uint64_t cells) {
  return std::any_of(group.entries.begin(), group.entries.end(), [&](const Entry& entry) {
    return (entry.cells & ~cells) == 0 &&
           isWeaker(row(entry.node), entry.memory, demand.words, demand.memory);
  });
}

bool Antichain::widens(const Positions& wide, const Positions& positions) const {
  for (std::size_t t = 0; t < threads; ++t) {
    if (wide[t] != kAnywhere && wide[t] != positions[t]) return false;
  }
  return wide != positions;
}

bool Antichain::covers(std::uint32_t number, const Demand& demand) {
  const std::uint64_t cells = cellsOf(demand.words, demand.memory);
  Group& group = groups[number];
  if (covers(group, demand, cells)) return true;
  for (; group.looked < general.size(); ++group.looked) {
    const std::uint32_t other = general[group.looked];
    if (widens(*groups[other].positions, *group.positions)) group.wider.push_back(other);
  }
  return std::any_of(group.wider.begin(), group.wider.end(),
                     [&](std::uint32_t other) { return covers(groups[other], demand, cells); });
}

void Antichain::add(std::uint32_t number, const Demand& demand) {
  const std::uint64_t cells = cellsOf(demand.words, demand.memory);
  std::vector<Entry>& entries = groups[number].entries;
  count -= std::erase_if(entries, [&](const Entry& entry) {
    const bool covered = (cells & ~entry.cells) == 0 &&
                         isWeaker(demand.words, demand.memory, row(entry.node), entry.memory);
    if (covered) dropped[entry.node] = true;
    return covered;
  });
  entries.push_back({cells, demand.memory, size()});
  rows.insert(rows.end(), demand.words.begin(), demand.words.end());
  others.emplace_back(number, demand.memory);
  dropped.push_back(false);
  ++count;
}

Demand Antichain::demand(std::uint32_t node) const {
  const std::span<const WordId> own = row(node);
  const auto [number, memory] = others[node];
  return {*groups[number].positions, {own.begin(), own.end()}, memory};
}

std::size_t Antichain::bytes() const {
  return rows.capacity() * sizeof(WordId) + others.capacity() * sizeof(others[0]) +
         dropped.size() / 8 + count * sizeof(Entry) +
         groups.size() * (sizeof(Group) + threads * sizeof(Position) + 64);
}

}  // namespace robur::verify_buffers
