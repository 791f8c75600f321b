#include "runtime/shadow/blocks.h"

#include "runtime/memory/arena.h"
#include "runtime/shadow/shadow.h"

namespace robur::runtime {

namespace {

constexpr std::uint64_t kUnit = 16;
constexpr std::uint64_t kUnits = (std::uint64_t{1} << kPieceBits) / kUnit;

struct BlockPiece {
  std::atomic<Site> sites[kUnits];
};
std::atomic<BlockPiece*> pieces[kPieces];

std::atomic<BlockPiece*>& placeOf(std::uint64_t address) {
  return pieces[(address >> kPieceBits) & (kPieces - 1)];
}

BlockPiece* make(std::atomic<BlockPiece*>& place) {
  auto* const fresh = static_cast<BlockPiece*>(reserve(sizeof(BlockPiece)));
  BlockPiece* there = nullptr;
  // The one that comes too late costs address space only.
  return place.compare_exchange_strong(there, fresh) ? fresh : there;
}

}  // namespace

void noteBlock(std::uint64_t begin, Site site) {
  std::atomic<BlockPiece*>& place = placeOf(begin);
  BlockPiece* piece = place.load(std::memory_order_acquire);
  if (piece == nullptr) {
    if (site == 0) return;
    piece = make(place);
  }
  piece->sites[begin / kUnit % kUnits].store(site, std::memory_order_relaxed);
}

Block blockBefore(std::uint64_t address) {
  constexpr std::uint64_t kFarthest = std::uint64_t{1} << 26;
  const std::uint64_t last = address / kUnit * kUnit;
  for (std::uint64_t at = last; at > 0 && last - at < kFarthest; at -= kUnit) {
    BlockPiece* const piece = placeOf(at).load(std::memory_order_acquire);
    if (piece == nullptr) {
      at = (at >> kPieceBits) << kPieceBits;  // nothing in all of it
      if (at == 0) break;
      continue;
    }
    const Site site = piece->sites[at / kUnit % kUnits].load(std::memory_order_relaxed);
    if (site != 0) return {at, site};
  }
  return {};
}

}  // namespace robur::runtime
