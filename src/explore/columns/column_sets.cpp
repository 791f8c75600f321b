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

std::uint32_t ColumnSets::Part::number(std::uint64_t hash, std::span<const ColumnId> columns,
                                       std::span<const PotentialViolation> violations) {
  const std::lock_guard lock(numbering);
  const std::uint32_t known = index.find(hash, [&](std::uint32_t other) {
    const std::span<const ColumnId> those = columnsOf(header(other));
    return std::equal(columns.begin(), columns.end(), those.begin(), those.end());
  });
  if (known != HashIndex::kNone) return known;
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
  index.add(hash, at);
  return at;
}

}  // namespace robur
