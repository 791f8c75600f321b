// Sets of columns, numbered.
//
// Many states have the same columns, and what a step does to a set of them is computed once and
// then remembered. With each set goes a list of potential violations: which threads may violate
// with one of its columns, when they access which cell.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "explore/columns/column_codec.h"
#include "explore/store/sparse_array.h"
#include "support/hash_index.h"

namespace robur {

using ColumnSetId = std::uint32_t;
inline constexpr ColumnSetId kNoColumns = 0;  // the empty set

struct PotentialViolation {
  std::uint64_t cell = 0;  // as RowShape::cellOfColumn numbers them
  ThreadMask threads = 0;
};

class ColumnSets {
 public:
  ColumnSets();

  // The same columns must always be given in the same order.
  ColumnSetId number(std::span<const ColumnId> columns,
                     std::span<const PotentialViolation> violations);

  std::span<const ColumnId> columns(ColumnSetId id) const { return columnsOf(header(id)); }
  std::span<const PotentialViolation> violations(ColumnSetId id) const {
    return violationsOf(header(id));
  }
  std::uint64_t bytes() const;
  std::uint64_t size() const;

 private:
  struct Header {
    std::uint32_t columns = 0;
    std::uint32_t violations = 0;
  };
  static_assert(sizeof(Header) == 8 && sizeof(PotentialViolation) == 16);
  static constexpr unsigned kPartBits = 4;
  static constexpr unsigned kParts = 1u << kPartBits;

  // Sets lie one after the other in chunks that never move; a number consists of the part and of
  // the word where the set begins there.
  class Part {
   public:
    std::uint32_t number(std::uint64_t hash, std::span<const ColumnId> columns,
                         std::span<const PotentialViolation> violations);
    const Header& header(std::uint32_t at) const {
      return *reinterpret_cast<const Header*>(chunks[at >> kChunkBits] +
                                              (at & ((1u << kChunkBits) - 1)));
    }
    std::uint64_t bytes() const { return taken + index.bytes(); }
    std::uint64_t size() const { return index.size(); }

   private:
    static constexpr unsigned kChunkBits = 12;  // words
    static constexpr std::size_t kChunks = std::size_t{1} << (32 - kPartBits - kChunkBits);

    std::mutex numbering;
    SparseArray<std::uint64_t*> chunks{kChunks};
    std::vector<std::unique_ptr<std::uint64_t[]>> owned;
    std::uint32_t end = 0;
    std::uint64_t taken = 0;  // bytes, by chunks
    HashIndex index;
  };

  const Header& header(ColumnSetId id) const { return parts[id % kParts].header(id >> kPartBits); }
  // Both lie behind the header.
  static std::span<const PotentialViolation> violationsOf(const Header& h) {
    return {reinterpret_cast<const PotentialViolation*>(&h + 1), h.violations};
  }
  static std::span<const ColumnId> columnsOf(const Header& h) {
    return {reinterpret_cast<const ColumnId*>(violationsOf(h).data() + h.violations), h.columns};
  }

  std::array<Part, kParts> parts;
};

}  // namespace robur
