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

void Numbering::grow() {
  std::vector<std::uint32_t> larger(std::max<std::size_t>(32, 2 * index.size()));
  for (std::uint64_t n = 0; n < count; ++n) {
    std::size_t i = hashOf(at(n), width) & (larger.size() - 1);
    while (larger[i] != 0) i = (i + 1) & (larger.size() - 1);
    larger[i] = static_cast<std::uint32_t>(n + 1);
  }
  taken += (larger.size() - index.size()) * sizeof index[0];
  index = std::move(larger);
}

std::uint32_t Numbering::number(const std::uint64_t* words, std::uint64_t hash) {
  const std::lock_guard lock(numbering);
  if (2 * (count + 1) > index.size()) grow();
  std::size_t i = hash & (index.size() - 1);
  for (; index[i] != 0; i = (i + 1) & (index.size() - 1)) {
    const std::uint32_t known = index[i] - 1;
    if (std::equal(words, words + width, at(known))) return known;
  }
  const std::uint64_t fresh = count;
  if (fresh >= limit) throw std::bad_alloc();
  if (fresh % kFirst == 0 && std::has_single_bit(fresh / kFirst + 1)) {
    const auto chunk = static_cast<unsigned>(std::bit_width(fresh / kFirst + 1)) - 1;
    const std::uint64_t room = (kFirst << chunk) * width;
    chunks[chunk] = std::make_unique_for_overwrite<std::uint64_t[]>(room);
    taken += room * sizeof(std::uint64_t);
  }
  std::copy(words, words + width, const_cast<std::uint64_t*>(at(fresh)));
  index[i] = static_cast<std::uint32_t>(fresh + 1);
  ++count;
  return static_cast<std::uint32_t>(fresh);
}

}  // namespace robur
