#include "runtime/shadow/blocks.h"

#include "runtime/memory/arena.h"
#include "runtime/shadow/shadow.h"

namespace robur::runtime {

namespace {

constexpr std::uint64_t kUnit = 16;
constexpr std::uint64_t kUnits = (std::uint64_t{1} << kPieceBits) / kUnit;

}  // namespace

struct BlockPiece {
  std::atomic<Site> sites[kUnits];
};

namespace {

ZeroAtomic<BlockPiece*>& entryOf(std::uint64_t address) {
  return tables.blocks[(address >> kPieceBits) & (kPieces - 1)];
}

BlockPiece* make(ZeroAtomic<BlockPiece*>& entry) {
  auto* const fresh = static_cast<BlockPiece*>(reserve(sizeof(BlockPiece)));
  BlockPiece* there = nullptr;
  // If another thread was faster, the fresh piece costs address space only.
  return entry.compareExchange(there, fresh) ? fresh : there;
}

}  // namespace

void recordBlock(std::uint64_t begin, Site site) {
  ZeroAtomic<BlockPiece*>& entry = entryOf(begin);
  BlockPiece* piece = entry.load(std::memory_order_acquire);
  if (piece == nullptr) {
    if (site == 0) return;
    piece = make(entry);
  }
  piece->sites[begin / kUnit % kUnits].store(site, std::memory_order_relaxed);
}

Block blockBefore(std::uint64_t address) {
  constexpr std::uint64_t kFarthest = std::uint64_t{1} << 26;
  const std::uint64_t last = address / kUnit * kUnit;
  for (std::uint64_t at = last; at > 0 && last - at < kFarthest; at -= kUnit) {
    BlockPiece* const piece = entryOf(at).load(std::memory_order_acquire);
    if (piece == nullptr) {
      at = (at >> kPieceBits) << kPieceBits;  // skip all of it
      if (at == 0) break;
      continue;
    }
    const Site site = piece->sites[at / kUnit % kUnits].load(std::memory_order_relaxed);
    if (site != 0) return {at, site};
  }
  return {};
}

}  // namespace robur::runtime
