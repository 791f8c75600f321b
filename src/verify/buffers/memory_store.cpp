#include "verify/buffers/memory_store.h"

#include "support/hash.h"

namespace robur::verify_buffers {

MemoryId MemoryStore::add(const Memory& memory) {
  std::uint64_t hash = kHashSeed;
  for (const ValueSet values : memory) hash = mixed(hash, values);
  const auto same = [&](std::uint32_t i) { return memories[i].values == memory; };
  if (const std::uint32_t known = index.find(hash, same); known != HashIndex::kNone) {
    return MemoryId{known};
  }
  const auto fresh = static_cast<std::uint32_t>(memories.size());
  index.add(hash, fresh);
  Kept& kept = memories.emplace_back();
  kept.values = memory;
  for (std::uint32_t c = 0; c < memory.size(); ++c) {
    if (memory[c] == system.values[c]) continue;
    ++kept.count;
    kept.cells |= std::uint64_t{1} << (c % 64);
  }
  used += sizeof(Kept) + memory.size() * sizeof(ValueSet);
  return MemoryId{fresh};
}

bool MemoryStore::isWeaker(MemoryId a, MemoryId b) {
  if (a == b || raw(a) == 0) return true;
  const Kept& weak = memories[raw(a)];
  const Kept& strong = memories[raw(b)];
  if ((weak.cells & ~strong.cells) != 0) return false;
  std::uint32_t& known = compared.at(raw(a), raw(b));
  if (known != verify::Memo::kUnknown) return known != 0;
  std::uint64_t more = 0;
  for (std::size_t c = 0; c < weak.values.size(); ++c) more |= strong.values[c] & ~weak.values[c];
  known = more == 0 ? 1 : 0;
  return more == 0;
}

}  // namespace robur::verify_buffers
