// The states of the monitor, numbered: all its rows, packed.
//
// Many states of a search differ in memory or threads and agree in the monitor's rows. So a state
// holds the number of the monitor's state, and what a step does to the rows is computed once and
// then remembered (step/row_memo.h). Columns are numbered in the same way.
//
// The states are in several parts, by their hash, so that workers seldom wait for each other.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "explore/store/numbering.h"

namespace robur {

using RowsId = std::uint32_t;

class RowStates {
 public:
  // Of so many words each; none if the monitor has no rows, and then all have number 0.
  explicit RowStates(std::size_t words) : width(words) {
    for (unsigned i = 0; i < kParts && words > 0; ++i) {
      parts.push_back(std::make_unique<Numbering>(words, (std::uint64_t{1} << 32) / kParts));
    }
  }

  RowsId number(const std::uint64_t* packed) {
    const std::uint64_t hash = Numbering::hashOf(packed, width);
    const auto part = static_cast<std::uint32_t>(hash >> (64 - kPartBits));
    return parts[part]->number(packed, hash) << kPartBits | part;
  }
  const std::uint64_t* at(RowsId id) const { return parts[id % kParts]->at(id >> kPartBits); }
  std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (const auto& part : parts) sum += part->size();
    return sum;
  }
  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& part : parts) sum += part->bytes();
    return sum;
  }

 private:
  static constexpr unsigned kPartBits = 4;
  static constexpr unsigned kParts = 1u << kPartBits;

  std::size_t width;
  std::vector<std::unique_ptr<Numbering>> parts;
};

}  // namespace robur
