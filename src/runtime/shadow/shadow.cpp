#include "runtime/shadow/shadow.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <new>

namespace robur::runtime {

namespace {

constexpr std::uint64_t kPage = 4096;

// A table of pieces, each with an element for every eight bytes that it covers. Most of the table
// itself is never touched and takes no memory.
template <class Piece>
class Table {
 public:
  explicit constexpr Table(ZeroAtomic<Piece*>* pieces) : pieces_(pieces) {}

  Piece* find(std::uint64_t address) const {
    return entryOf(address).load(std::memory_order_acquire);
  }
  Piece& get(std::uint64_t address) const {
    Piece* const piece = find(address);
    return piece == nullptr ? *install(entryOf(address)) : *piece;
  }
  // Calls visit(piece, number of the first granule, how many) for every piece in the range.
  template <class Visit>
  void forRange(std::uint64_t begin, std::uint64_t end, const Visit& visit) const {
    while (begin < end) {
      const std::uint64_t pieceEnd = ((begin >> kPieceBits) + 1) << kPieceBits;
      const std::uint64_t stop = pieceEnd < end ? pieceEnd : end;
      if (Piece* const piece = find(begin)) visit(*piece, granuleOf(begin), (stop - begin + 7) / 8);
      begin = stop;
    }
  }

 private:
  ZeroAtomic<Piece*>& entryOf(std::uint64_t a) const {
    return pieces_[(a >> kPieceBits) & (kPieces - 1)];
  }
  static Piece* install(ZeroAtomic<Piece*>& entry) {
    auto* const fresh = static_cast<Piece*>(reserve(sizeof(Piece)));
    Piece* there = nullptr;
    if (entry.compareExchange(there, fresh)) return fresh;
    ::syscall(SYS_munmap, fresh, sizeof(Piece));  // munmap() is replaced by the runtime
    return there;
  }

  ZeroAtomic<Piece*>* pieces_;
};

constexpr Table<MetaPiece> metaTable(tables.metas);
constexpr Table<CellPiece> cellTable(tables.cells);

Meta* inList(Meta* list, std::uint64_t address, Meta::Kind kind) {
  while (list != nullptr && !list->is(address, kind)) list = list->following();
  return list;
}

// Whole pages are returned to the kernel; the ends are overwritten.
void zero(void* from, std::uint64_t bytes) {
  auto* const begin = static_cast<char*>(from);
  const auto first = (reinterpret_cast<std::uint64_t>(begin) + kPage - 1) & ~(kPage - 1);
  const auto last = (reinterpret_cast<std::uint64_t>(begin) + bytes) & ~(kPage - 1);
  if (bytes < 16 * kPage || first >= last) {
    std::memset(begin, 0, bytes);
    return;
  }
  const std::uint64_t head = first - reinterpret_cast<std::uint64_t>(begin);
  std::memset(begin, 0, head);
  ::madvise(begin + head, last - first, MADV_DONTNEED);
  std::memset(begin + head + (last - first), 0, bytes - head - (last - first));
}

}  // namespace

void Meta::clear() {
  const Locked hold(lock());
  if (kind() == Kind::Atomic) {
    LocationClocks::clear();
    return;
  }
  sync().owned.clear();
  sync().shared.clear();
  sync() = SyncObject{};
}

Meta* findSync(const volatile void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  return inList(metasAt(address), address, Meta::Kind::Sync);
}

namespace {

Meta* newMeta(std::uint64_t address, Meta::Kind kind) {
  const bool atomic = kind == Meta::Kind::Atomic;
  const std::uint32_t width = rt.widest.load(std::memory_order_relaxed);
  const std::size_t inFront = atomic ? bytesInFront() : kNameBytes;
  const std::size_t behind = atomic ? clockBytes(width) : sizeof(SyncObject);
  auto* const memory = static_cast<char*>(allocate(inFront + sizeof(Meta) + behind));
  auto* const fresh = new (memory + inFront) Meta(width);
  fresh->history.head.offset = address & 7;
  fresh->history.head.isSync = !atomic;
  fresh->name().address = address & ((std::uint64_t{1} << 48) - 1);
  if (atomic) {
    constexpr std::uint32_t kFew = 1000;
    if (rt.atomics.fetch_add(1, std::memory_order_relaxed) == kFew) rt.manyAtomics.store(true);
  } else {
    new (fresh + 1) SyncObject;
  }
  return fresh;
}

Meta& insert(MetaPiece& piece, ArenaOffset list, std::uint64_t address, Meta::Kind kind) {
  std::atomic<ArenaOffset>& first = piece.first[granuleOf(address)];
  piece.used[granuleOf(address) / kPerPage].store(true, std::memory_order_relaxed);
  Meta* const fresh = newMeta(address, kind);
  for (;;) {
    fresh->name().next = list;
    if (first.compare_exchange_weak(list, arenaOffsetOf(fresh), std::memory_order_acq_rel)) {
      return *fresh;
    }
    // Another thread has inserted one for this address; ours stays unused.
    if (Meta* const found = inList(metaAt(list), address, kind)) return *found;
  }
}

}  // namespace

Meta& makeMeta(std::uint64_t address, Meta::Kind kind) {
  MetaPiece& piece = metaTable.get(address);
  const ArenaOffset list = piece.first[granuleOf(address)].load(std::memory_order_acquire);
  Meta* const found = inList(metaAt(list), address, kind);
  return found != nullptr ? *found : insert(piece, list, address, kind);
}

CellPiece& makeCellPiece(std::uint64_t address) {
  CellPiece& piece = cellTable.get(address);
  const std::uint64_t begin = address >> kPieceBits << kPieceBits;
  tables.cellBases[(address >> kPieceBits) & (kPieces - 1)].store(
      reinterpret_cast<std::uint64_t>(&piece) - begin * kCellScale, std::memory_order_release);
  return piece;
}

void clearMetas(std::uint64_t begin, std::uint64_t size) {
  const auto clearAll = [&](MetaPiece& piece, std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t i = first; i < first + count; ++i) {
      if (!piece.used[i / kPerPage].load(std::memory_order_relaxed)) {
        i |= kPerPage - 1;
        continue;
      }
      Meta* m = metaAt(piece.first[i].load(std::memory_order_acquire));
      for (; m != nullptr; m = m->following()) {
        if (m->address() < begin + size && m->address() + m->size() >= begin) m->clear();
      }
    }
  };
  metaTable.forRange(begin & ~std::uint64_t{7}, begin + size, clearAll);
}

void clearCells(std::uint64_t begin, std::uint64_t size) {
  const auto clearAll = [](CellPiece& piece, std::uint64_t first, std::uint64_t count) {
    zero(static_cast<void*>(&piece.cells[first]), count * sizeof(Cell));
    zero(static_cast<void*>(&piece.sites[first]), count * sizeof(CellSites));
  };
  cellTable.forRange(begin & ~std::uint64_t{7}, begin + size, clearAll);
}

}  // namespace robur::runtime
