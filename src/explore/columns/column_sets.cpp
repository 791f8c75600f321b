#include "explore/columns/column_sets.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace robur {

namespace {

std::uint64_t hashOf(std::span<const ColumnId> columns) {
  return XXH3_64bits(columns.data(), columns.size_bytes());
}

}  // namespace

// Number 0 is the first of part 0: taken here for the empty set, all others have numbers above.
ColumnSets::ColumnSets() {
  parts[0].number(hashOf({}), {}, {});
}

ColumnSetId ColumnSets::number(std::span<const ColumnId> columns,
                               std::span<const PotentialViolation> violations) {
  if (columns.empty()) return kNoColumns;
  const std::uint64_t hash = hashOf(columns);
  const auto part = static_cast<std::uint32_t>(hash >> (64 - kPartBits));
  return parts[part].number(hash, columns, violations) << kPartBits | part;
}

std::uint64_t ColumnSets::bytes() const {
  std::uint64_t sum = 0;
  for (const Part& part : parts) sum += part.bytes();
  return sum;
}

std::uint64_t ColumnSets::size() const {
  std::uint64_t sum = 0;
  for (const Part& part : parts) sum += part.size();
  return sum;
}

std::uint64_t ColumnSets::Part::bytes() const {
  const std::lock_guard lock(numbering);
  return taken + index.size() * sizeof(Entry);
}

void ColumnSets::Part::grow() {
  std::vector<Entry> larger(2 * index.size());
  for (const Entry& entry : index) {
    if (entry.at == ~0u) continue;
    std::size_t i = entry.hash & (larger.size() - 1);
    while (larger[i].at != ~0u) i = (i + 1) & (larger.size() - 1);
    larger[i] = entry;
  }
  index = std::move(larger);
}

std::uint32_t ColumnSets::Part::number(std::uint64_t hash, std::span<const ColumnId> columns,
                                       std::span<const PotentialViolation> violations) {
  const std::lock_guard lock(numbering);
  if (2 * (count + 1) > index.size()) grow();
  const auto tag = static_cast<std::uint32_t>(hash);
  std::size_t i = tag & (index.size() - 1);
  for (; index[i].at != ~0u; i = (i + 1) & (index.size() - 1)) {
    if (index[i].hash != tag) continue;
    const Header& h = header(index[i].at);
    const auto* known = reinterpret_cast<const ColumnId*>(violationsOf(h) + h.violations);
    if (std::equal(columns.begin(), columns.end(), known, known + h.columns)) return index[i].at;
  }
  const std::size_t words = 1 + 2 * violations.size() + (columns.size() + 1) / 2;
  constexpr std::size_t kChunk = std::size_t{1} << kChunkBits;
  // A set that does not fit into the rest of its chunk begins the next, which is as large as
  // it has to be.
  if ((end & (kChunk - 1)) + words > kChunk || (end & (kChunk - 1)) == 0) {
    const std::size_t chunk = (std::size_t{end} + kChunk - 1) >> kChunkBits;
    if (chunk + 1 >= kChunks) throw std::bad_alloc();
    const std::size_t room = std::max(words, kChunk);
    owned.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(room));
    chunks[chunk] = owned.back().get();
    taken += room * sizeof(std::uint64_t);
    end = static_cast<std::uint32_t>(chunk << kChunkBits);
  }
  const std::uint32_t at = end;
  std::uint64_t* out = chunks[at >> kChunkBits] + (at & (kChunk - 1));
  const Header h{static_cast<std::uint32_t>(columns.size()),
                 static_cast<std::uint32_t>(violations.size())};
  std::memcpy(out, &h, sizeof h);
  if (!violations.empty()) std::memcpy(out + 1, violations.data(), violations.size_bytes());
  if (!columns.empty()) {
    std::memcpy(out + 1 + 2 * violations.size(), columns.data(), columns.size_bytes());
  }
  end += static_cast<std::uint32_t>(std::min(words, kChunk - (at & (kChunk - 1))));
  index[i] = {tag, at};
  ++count;
  return at;
}

}  // namespace robur
