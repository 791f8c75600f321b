// From addresses of the program to what is known about them.
//
// Two tables over the whole address space, made of pieces that come into being where they are
// touched: the shadow cells of plain memory (races), and the clocks of atomics and
// synchronisation objects. The latter are found by their exact address, because two small
// atomics taken for one would synchronise where the program does not.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/clocks/atomic_accesses.h"
#include "runtime/clocks/rules.h"
#include "runtime/memory/spin_lock.h"

namespace robur::runtime {

// A mutex, a semaphore, a barrier, or something that is initialised once.
struct SyncObject {
  SyncClocks owned;   // a mutex; even rounds of a barrier
  SyncClocks shared;  // readers, semaphores; odd rounds of a barrier
  std::uint32_t parties = 0;
  std::uint32_t arrived = 0;
  bool initialising = false;  // its function is running
};

// Everything about one address that is an atomic, or, in one of its own, a synchronisation object.
// Never given back, only cleared, so that a late access of freed memory finds something whole. The
// rest of the atomic is around it, the object behind it.
struct Meta : LocationClocks {
  enum class Kind : std::uint8_t { Atomic, Sync };

  using LocationClocks::LocationClocks;
  std::uint64_t address() const { return name().address; }
  // Whether it is the one that is asked for, given that it is among those of the same eight bytes.
  bool is(std::uint64_t address, Kind kind) const {
    return history.head.offset == (address & 7) && this->kind() == kind;
  }
  Kind kind() const { return history.head.isSync != 0 ? Kind::Sync : Kind::Atomic; }
  Meta* following() const;  // another one of the same eight bytes
  SpinLock& lock() { return history.head.lock; }
  SyncObject& sync() { return *reinterpret_cast<SyncObject*>(this + 1); }
  void clear();
};
static_assert(sizeof(Meta) == kHeadBytes);

inline Meta* metaAt(ArenaPlace place) {
  return place == 0 ? nullptr : static_cast<Meta*>(inArena(place));
}
inline Meta* Meta::following() const {
  return metaAt(name().next);
}

// The shadow of eight bytes: the last accesses to them, and where they were. See race.h. The
// latter is apart, because it is seldom asked for.
struct alignas(32) Cell {
  static constexpr int kWords = 4;
  std::atomic<std::uint64_t> word[kWords];
};
struct CellSites {
  std::atomic<Site> site[Cell::kWords];
};

// The tables are here, because nearly every access of the program looks into one of them.
inline constexpr int kPieceBits = 24;  // bytes of the program that one piece covers
inline constexpr std::uint64_t kGranules = std::uint64_t{1} << (kPieceBits - 3);
inline constexpr std::uint64_t kPieces = std::uint64_t{1} << (47 - kPieceBits);
struct CellPiece {
  Cell cells[kGranules];
  CellSites sites[kGranules];
};
extern std::atomic<CellPiece*> cellPieces[kPieces];
CellPiece& makeCellPiece(std::uint64_t address);
inline CellPiece* findCellPiece(std::uint64_t address) {  // null if there is none
  return cellPieces[(address >> kPieceBits) & (kPieces - 1)].load(std::memory_order_acquire);
}
inline std::uint64_t granuleOf(std::uint64_t address) {
  return (address >> 3) & (kGranules - 1);
}
// Once more, as the place where the cell of address 0 would be: then finding a cell takes one
// addition. 0 if there is none.
extern std::atomic<std::uint64_t> cellBases[kPieces];
inline constexpr std::uint64_t kCellScale = sizeof(Cell) / 8;
inline std::uint64_t findCellBase(std::uint64_t address) {
  return cellBases[(address >> kPieceBits) & (kPieces - 1)].load(std::memory_order_acquire);
}
inline Cell& cellFrom(std::uint64_t base, std::uint64_t address) {
  return *reinterpret_cast<Cell*>(base + (address & ~std::uint64_t{7}) * kCellScale);  // NOLINT
}
inline CellPiece& cellPieceOf(std::uint64_t address) {
  CellPiece* const piece = findCellPiece(address);
  return piece == nullptr ? makeCellPiece(address) : *piece;
}

// Of pages of the program with nothing in them the table is not even looked at: stacks and large
// blocks come and go.
inline constexpr std::uint64_t kPerPage = 4096 / 8;
struct MetaPiece {
  std::atomic<ArenaPlace> first[kGranules];
  std::atomic<bool> used[kGranules / kPerPage];
};
extern std::atomic<MetaPiece*> metaPieces[kPieces];

// All that is known of addresses in these eight bytes: a list.
inline Meta* metasAt(std::uint64_t granule) {
  MetaPiece* const piece =
      metaPieces[(granule >> kPieceBits) & (kPieces - 1)].load(std::memory_order_acquire);
  if (piece == nullptr) return nullptr;
  return metaAt(piece->first[granuleOf(granule)].load(std::memory_order_acquire));
}

// Are there more atomics than a cache has room for?
extern std::atomic<bool> manyAtomics;
// Then what is needed next lies behind what was found, and need not be waited for one by one. But
// of a few atomics that threads fight for, the lines would be taken from one that holds the lock,
// only to be taken back.
__attribute__((always_inline)) inline void expect(const Meta& meta, bool writes) {
  const char* const head = reinterpret_cast<const char*>(&meta);
  const std::uint32_t width = widest.load(std::memory_order_relaxed);
  const std::size_t end = kHeadBytes + (writes ? 3 : 1) * width * sizeof(Index);
  for (std::size_t n = 0; n < end; n += kCacheLine) __builtin_prefetch(head + n, 1);
  if (ruleSettings.races) __builtin_prefetch(head - kRaceBytes, 1);
}

Meta& makeMeta(std::uint64_t address, Meta::Kind kind);
__attribute__((always_inline)) inline Meta& metaOfAtomic(const volatile void* pointer,
                                                         bool writes = true) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  Meta* const first = metasAt(address);
  if (first == nullptr) [[unlikely]]
    return makeMeta(address, Meta::Kind::Atomic);
  if (manyAtomics.load(std::memory_order_relaxed)) {
    expect(*first, writes);
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

// All clocks and shadow cells of a range as new.
void clearMetas(std::uint64_t begin, std::uint64_t size);
void clearCells(std::uint64_t begin, std::uint64_t size);

}  // namespace robur::runtime
