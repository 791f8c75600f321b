// Hash-consing of demands on memory: per cell, what its last write may be.
#pragma once

#include <deque>

#include "support/hash_index.h"
#include "verify/buffers/word_store.h"

namespace robur::verify_buffers {

enum class MemoryId : std::uint32_t {};
using Memory = std::vector<ValueSet>;  // per cell; System::values demands nothing

class MemoryStore {
 public:
  explicit MemoryStore(const System& system) : system(system) { add(system.values); }

  const Memory& operator[](MemoryId id) const { return memories[raw(id)].values; }
  MemoryId add(const Memory& memory);

  // How many cells are demanded to be anything in particular, and a bit for each (the number modulo
  // 64).
  std::uint32_t demands(MemoryId id) const { return memories[raw(id)].count; }
  std::uint64_t cells(MemoryId id) const { return memories[raw(id)].cells; }

  bool isWeaker(MemoryId a, MemoryId b);

  std::size_t bytes() const { return used + compared.bytes() + index.bytes(); }

 private:
  struct Kept {
    Memory values;
    std::uint64_t cells = 0;
    std::uint32_t count = 0;
  };
  const System& system;
  std::deque<Kept> memories;  // references stay valid while others are added
  HashIndex index;
  verify::Memo compared;
  std::size_t used = 0;
};

}  // namespace robur::verify_buffers
