// From addresses of the program to the state that belongs to them.
//
// There are two tables over the whole address space, made of pieces that are created when they are
// first used: the shadow cells of plain memory (for races), and the clocks of atomics and
// synchronisation objects. The latter are found by their exact address: if two small atomics shared
// clocks, they would synchronise where the program does not.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/base/spin_lock.h"
#include "runtime/clocks/atomic_accesses.h"
#include "runtime/clocks/rules.h"

namespace robur::runtime {

// A mutex, a semaphore, a barrier, or an object that is initialised once.
struct SyncObject {
  SyncClocks owned;           // a mutex; even rounds of a barrier
  SyncClocks shared;          // readers, semaphores; odd rounds of a barrier
  std::uint32_t parties = 0;  // threads of a barrier; 1: a lock held by a writer
  std::uint32_t arrived = 0;  // at a barrier
  bool initialising = false;  // its initialiser is running
};

// The state of an atomic, or of a synchronisation object. It is never freed, only cleared, so that
// a late access to freed memory finds a valid object. The other parts of an atomic are before and
// after it (clocks/layout.h); a SyncObject follows it.
struct Meta : LocationClocks {
  enum class Kind : std::uint8_t { Atomic, Sync };

  using LocationClocks::LocationClocks;
  std::uint64_t address() const { return name().address; }
  // Whether it is for this address, given that it belongs to the same eight bytes.
  bool is(std::uint64_t address, Kind kind) const {
    return history.head.offset == (address & 7) && this->kind() == kind;
  }
  Kind kind() const { return history.head.isSync != 0 ? Kind::Sync : Kind::Atomic; }
  Meta* following() const;  // the next one of the same eight bytes
  SpinLock& lock() { return history.head.lock; }
  SyncObject& sync() { return *reinterpret_cast<SyncObject*>(this + 1); }
  void clear();
};
static_assert(sizeof(Meta) == kHeadBytes);

inline Meta* metaAt(ArenaOffset offset) {
  return offset == 0 ? nullptr : static_cast<Meta*>(arenaAt(offset));
}
inline Meta* Meta::following() const {
  return metaAt(name().next);
}

// The shadow of eight bytes: the last accesses to them (race.h) and their sites. The sites are
// stored separately because they are rarely read.
struct alignas(32) Cell {
  static constexpr int kWords = 4;
  std::atomic<std::uint64_t> word[kWords];
};
struct CellSites {
  std::atomic<Site> site[Cell::kWords];
};

// Lookups are inline, because nearly every access of the program needs one.
inline constexpr int kPieceBits = RuntimeTables::kPieceBits;
inline constexpr std::uint64_t kPieces = RuntimeTables::kPieces;
inline constexpr std::uint64_t kGranules = std::uint64_t{1} << (kPieceBits - 3);
struct CellPiece {
  Cell cells[kGranules];
  CellSites sites[kGranules];
};
CellPiece& makeCellPiece(std::uint64_t address);
inline CellPiece* findCellPiece(std::uint64_t address) {  // null if there is none
  return tables.cells[(address >> kPieceBits) & (kPieces - 1)].load(std::memory_order_acquire);
}
inline std::uint64_t granuleOf(std::uint64_t address) {
  return (address >> 3) & (kGranules - 1);
}
// The address that the cell of address 0 would have: then finding a cell takes one addition. 0 if
// there is no piece.
inline constexpr std::uint64_t kCellScale = sizeof(Cell) / 8;
inline std::uint64_t findCellBase(std::uint64_t address) {
  return tables.cellBases[(address >> kPieceBits) & (kPieces - 1)].load(std::memory_order_acquire);
}
inline Cell& cellFrom(std::uint64_t base, std::uint64_t address) {
  return *reinterpret_cast<Cell*>(base + (address & ~std::uint64_t{7}) * kCellScale);  // NOLINT
}
inline CellPiece& cellPieceOf(std::uint64_t address) {
  CellPiece* const piece = findCellPiece(address);
  return piece == nullptr ? makeCellPiece(address) : *piece;
}

// Clearing a range skips pages without any entry: stacks and large blocks come and go.
inline constexpr std::uint64_t kPerPage = 4096 / 8;
struct MetaPiece {
  std::atomic<ArenaOffset> first[kGranules];
  std::atomic<bool> used[kGranules / kPerPage];
};

// The objects at addresses in these eight bytes: a list.
inline Meta* metasAt(std::uint64_t granule) {
  MetaPiece* const piece =
      tables.metas[(granule >> kPieceBits) & (kPieces - 1)].load(std::memory_order_acquire);
  if (piece == nullptr) return nullptr;
  return metaAt(piece->first[granuleOf(granule)].load(std::memory_order_acquire));
}

// Prefetches the cache lines that an access will need, if there are more atomics than a cache
// holds. With few atomics under contention, prefetching would take the lines away from a thread
// that holds the lock.
__attribute__((always_inline)) inline void prefetch(const Meta& meta, bool writes) {
  const char* const head = reinterpret_cast<const char*>(&meta);
  const std::uint32_t width = rt.widest.load(std::memory_order_relaxed);
  const std::size_t end = kHeadBytes + (writes ? 3 : 1) * width * sizeof(Epoch);
  for (std::size_t n = 0; n < end; n += kCacheLine) __builtin_prefetch(head + n, 1);
  if (rt.rules.races) __builtin_prefetch(head - kRaceBytes, 1);
}

Meta& makeMeta(std::uint64_t address, Meta::Kind kind);
__attribute__((always_inline)) inline Meta& metaOfAtomic(const volatile void* pointer,
                                                         bool writes = true) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  Meta* const first = metasAt(address);
  if (first == nullptr) [[unlikely]]
    return makeMeta(address, Meta::Kind::Atomic);
  if (rt.manyAtomics.load(std::memory_order_relaxed)) {
    prefetch(*first, writes);
    __builtin_prefetch(const_cast<const void*>(pointer), 1);
  }
  if (first->is(address, Meta::Kind::Atomic)) [[likely]]
    return *first;
  return makeMeta(address, Meta::Kind::Atomic);
}
inline Meta& metaOfSync(const volatile void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  Meta* const first = metasAt(address);
  if (first != nullptr && first->is(address, Meta::Kind::Sync)) return *first;
  return makeMeta(address, Meta::Kind::Sync);
}
Meta* findSync(const volatile void* address);  // null if there is none

// Resets all clocks and shadow cells of a range.
void clearMetas(std::uint64_t begin, std::uint64_t size);
void clearCells(std::uint64_t begin, std::uint64_t size);

}  // namespace robur::runtime
