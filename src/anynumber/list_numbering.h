// Lists of numbers, numbered in the order in which they are met (hash consing): many nodes share
// few of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "support/hash.h"
#include "support/hash_index.h"

namespace robur::anynumber {

using ListId = std::uint32_t;
using List = std::span<const std::uint32_t>;

class ListNumbering {
 public:
  ListId number(List list) {
    const std::uint64_t hash = hashOf(list);
    const std::uint32_t known = index.find(
        hash, [&](std::uint32_t other) { return std::ranges::equal((*this)[other], list); });
    if (known != HashIndex::kNone) return known;
    const auto fresh = static_cast<ListId>(ends.size());
    items.insert(items.end(), list.begin(), list.end());
    ends.push_back(items.size());
    index.add(hash, fresh);
    return fresh;
  }
  // Valid until the next list is numbered.
  List operator[](ListId id) const {
    const std::size_t begin = id == 0 ? 0 : ends[id - 1];
    return {items.data() + begin, ends[id] - begin};
  }
  std::size_t size() const { return ends.size(); }
  std::size_t bytes() const {
    return items.capacity() * sizeof(std::uint32_t) + ends.capacity() * sizeof(std::size_t) +
           index.bytes();
  }

 private:
  static std::uint64_t hashOf(List list) {
    std::uint64_t hash = mixed(kHashSeed, list.size());
    for (const std::uint32_t item : list) hash = mixed(hash, item);
    return hash;
  }

  std::vector<std::uint32_t> items;
  std::vector<std::size_t> ends;
  HashIndex index;
};

}  // namespace robur::anynumber
