// Sets of strands, numbered.
//
// Many states have the same strands, and what a step does to a set of them is worked out once and
// then remembered. With each set goes what has to be feared from it: which threads, if they are
// about to access which place.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "explore/row_states.h"
#include "explore/sparse_array.h"
#include "explore/stubborn.h"

namespace robur {

using StrandId = RowsId;
using StrandSetId = std::uint32_t;
inline constexpr StrandSetId kNoStrands = 0;  // the empty set

struct Threat {
  std::uint64_t where = 0;
  ThreadMask threads = 0;
};

class StrandSets {
 public:
  StrandSets();

  // The same strands must always come in the same order.
  StrandSetId number(std::span<const StrandId> strands, std::span<const Threat> threats);

  std::span<const StrandId> strands(StrandSetId id) const {
    const Header& h = header(id);
    return {reinterpret_cast<const StrandId*>(threatsOf(h) + h.threats), h.strands};
  }
  std::span<const Threat> threats(StrandSetId id) const {
    const Header& h = header(id);
    return {threatsOf(h), h.threats};
  }
  std::uint64_t bytes() const;

 private:
  struct Header {
    std::uint32_t strands = 0;
    std::uint32_t threats = 0;
  };
  static_assert(sizeof(Header) == 8 && sizeof(Threat) == 16);
  static constexpr unsigned kPartBits = 4;
  static constexpr unsigned kParts = 1u << kPartBits;

  // Sets lie one after the other in chunks that never move; a number says in which part, and
  // where the set begins there in words.
  class Part {
   public:
    std::uint32_t number(std::uint64_t hash, std::span<const StrandId> strands,
                         std::span<const Threat> threats);
    const Header& header(std::uint32_t at) const {
      return *reinterpret_cast<const Header*>(chunks[at >> kChunkBits] +
                                              (at & ((1u << kChunkBits) - 1)));
    }
    std::uint64_t bytes() const;

   private:
    static constexpr unsigned kChunkBits = 12;  // words
    static constexpr std::size_t kChunks = std::size_t{1} << (32 - kPartBits - kChunkBits);

    void grow();

    mutable std::mutex numbering;
    SparseArray<std::uint64_t*> chunks{kChunks};
    std::vector<std::unique_ptr<std::uint64_t[]>> owned;
    std::uint32_t end = 0;
    std::uint64_t count = 0;
    std::uint64_t taken = 0;
    struct Entry {
      std::uint32_t hash = 0;
      std::uint32_t at = ~0u;
    };
    std::vector<Entry> index = std::vector<Entry>(64);
  };

  const Header& header(StrandSetId id) const { return parts[id % kParts].header(id >> kPartBits); }
  static const Threat* threatsOf(const Header& h) {
    return reinterpret_cast<const Threat*>(&h + 1);
  }

  std::array<Part, kParts> parts;
};

}  // namespace robur
