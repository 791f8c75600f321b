#include "explore/store/numbering.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <new>

namespace robur {

std::uint64_t Numbering::hashOf(const std::uint64_t* words, std::size_t width) {
  return XXH3_64bits(words, width * sizeof *words);
}

std::uint32_t Numbering::number(const std::uint64_t* words, std::uint64_t hash) {
  const std::lock_guard lock(numbering);
  const std::uint32_t known = index.find(
      hash, [&](std::uint32_t other) { return std::equal(words, words + width, at(other)); });
  if (known != HashIndex::kNone) return known;
  const auto fresh = static_cast<std::uint32_t>(index.size());
  if (fresh >= limit) throw std::bad_alloc();
  if (fresh % kFirst == 0 && std::has_single_bit(fresh / kFirst + 1)) {
    const auto chunk = static_cast<unsigned>(std::bit_width(fresh / kFirst + 1)) - 1;
    const std::uint64_t room = (kFirst << chunk) * width;
    chunks[chunk] = std::make_unique_for_overwrite<std::uint64_t[]>(room);
    taken += room * sizeof(std::uint64_t);
  }
  std::copy(words, words + width, const_cast<std::uint64_t*>(at(fresh)));
  index.add(hash, fresh);
  return fresh;
}

}  // namespace robur
