#include "runtime/shadow/shadow.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <new>

namespace robur::runtime {

std::atomic<std::atomic<CellPiece*>*> cellPieces{nullptr};

namespace {

constexpr std::uint64_t kPage = 4096;

// Of pages of the program with nothing in them the table is not even looked at: stacks and large
// blocks come and go.
constexpr std::uint64_t kPerPage = kPage / 8;
struct MetaPiece {
  std::atomic<Meta*> first[kGranules];
  std::atomic<bool> used[kGranules / kPerPage];
};

// A table of pieces, each with an element for every eight bytes that it covers.
template <class Piece>
class Table {
 public:
  explicit constexpr Table(std::atomic<std::atomic<Piece*>*>& top) : top_(top) {}

  Piece* find(std::uint64_t address) {
    std::atomic<Piece*>* const top = top_.load(std::memory_order_acquire);
    return top == nullptr ? nullptr : top[pieceOf(address)].load(std::memory_order_acquire);
  }
  Piece& get(std::uint64_t address) {
    std::atomic<Piece*>* top = top_.load(std::memory_order_acquire);
    if (top == nullptr) top = install(top_, kPieces);
    std::atomic<Piece*>& place = top[pieceOf(address)];
    Piece* const piece = place.load(std::memory_order_acquire);
    return piece == nullptr ? *install(place, 1) : *piece;
  }
  // Calls visit(piece, number of the first granule, how many) for every piece in the range.
  template <class Visit>
  void forRange(std::uint64_t begin, std::uint64_t end, const Visit& visit) {
    while (begin < end) {
      const std::uint64_t pieceEnd = ((begin >> kPieceBits) + 1) << kPieceBits;
      const std::uint64_t stop = pieceEnd < end ? pieceEnd : end;
      if (Piece* const piece = find(begin)) visit(*piece, granuleOf(begin), (stop - begin + 7) / 8);
      begin = stop;
    }
  }

 private:
  static std::uint64_t pieceOf(std::uint64_t a) { return (a >> kPieceBits) & (kPieces - 1); }

  template <class T>
  static T* install(std::atomic<T*>& place, std::uint64_t count) {
    auto* const fresh = static_cast<T*>(reserve(count * sizeof(T)));
    T* there = nullptr;
    if (place.compare_exchange_strong(there, fresh, std::memory_order_acq_rel)) return fresh;
    ::syscall(SYS_munmap, fresh, count * sizeof(T));  // not the one that we stand in for
    return there;
  }

  std::atomic<std::atomic<Piece*>*>& top_;
};

std::atomic<std::atomic<MetaPiece*>*> metaPieces{nullptr};
constinit Table<MetaPiece> metas(metaPieces);
constinit Table<CellPiece> cells(cellPieces);

Meta* inList(Meta* list, std::uint64_t address) {
  while (list != nullptr && list->address != address) list = list->next;
  return list;
}

// Whole pages go back to the kernel; the ends are written.
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

SyncObject& Meta::sync() {
  if (sync_ == nullptr) sync_ = new (allocate(sizeof(SyncObject))) SyncObject;
  return *sync_;
}

void Meta::clear() {
  const Locked hold(lock);
  location.clear();
  afterAll = afterWrites = 0;
  if (sync_ == nullptr) return;
  sync_->owned.clear();
  sync_->shared.clear();
  release(sync_, sizeof(SyncObject));
  sync_ = nullptr;
}

Meta* metasAt(std::uint64_t granule) {
  MetaPiece* const piece = metas.find(granule);
  if (piece == nullptr) return nullptr;
  return piece->first[granuleOf(granule)].load(std::memory_order_acquire);
}

Meta* findMeta(const volatile void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  return inList(metasAt(address), address);
}

namespace {

// Clocks of an atomic lie behind what is known about it, so that they need not be waited for
// one after the other.
Meta* newMeta(std::uint64_t address, bool atomic) {
  const std::uint32_t width = widest.load(std::memory_order_relaxed);
  const std::size_t more = atomic ? LocationClocks::bytes(width) : 0;
  auto* const memory = static_cast<char*>(allocate(sizeof(Meta) + more));
  auto* const fresh = new (memory) Meta;
  fresh->address = address;
  if (atomic) fresh->location.lend(memory + sizeof(Meta), width);
  return fresh;
}

Meta& insert(MetaPiece& piece, Meta* list, std::uint64_t address, bool atomic) {
  std::atomic<Meta*>& place = piece.first[granuleOf(address)];
  piece.used[granuleOf(address) / kPerPage].store(true, std::memory_order_relaxed);
  Meta* const fresh = newMeta(address, atomic);
  for (;;) {
    fresh->next = list;
    if (place.compare_exchange_weak(list, fresh, std::memory_order_acq_rel)) return *fresh;
    // The other stays, this one is never used.
    if (Meta* const found = inList(list, address)) return *found;
  }
}

}  // namespace

Meta& metaOf(const volatile void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  MetaPiece& piece = metas.get(address);
  Meta* const list = piece.first[granuleOf(address)].load(std::memory_order_acquire);
  Meta* const found = inList(list, address);
  return found != nullptr ? *found : insert(piece, list, address, false);
}

Meta& metaOfAtomic(const volatile void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  MetaPiece& piece = metas.get(address);
  Meta* const list = piece.first[granuleOf(address)].load(std::memory_order_acquire);
  const char* const first = reinterpret_cast<const char*>(list);
  for (int line = 1; line < 7; ++line) __builtin_prefetch(first + line * 64);
  Meta* const found = inList(list, address);
  return found != nullptr ? *found : insert(piece, list, address, true);
}

CellPiece& makeCellPiece(std::uint64_t address) {
  return cells.get(address);
}

void clearMetas(std::uint64_t begin, std::uint64_t size) {
  const auto clearAll = [&](MetaPiece& piece, std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t i = first; i < first + count; ++i) {
      if (!piece.used[i / kPerPage].load(std::memory_order_relaxed)) {
        i |= kPerPage - 1;
        continue;
      }
      for (Meta* m = piece.first[i].load(std::memory_order_acquire); m != nullptr; m = m->next) {
        if (m->address < begin + size && m->address + m->size >= begin) m->clear();
      }
    }
  };
  metas.forRange(begin & ~std::uint64_t{7}, begin + size, clearAll);
}

void clearCells(std::uint64_t begin, std::uint64_t size) {
  const auto clearAll = [](CellPiece& piece, std::uint64_t first, std::uint64_t count) {
    zero(static_cast<void*>(&piece.cells[first]), count * sizeof(Cell));
    zero(static_cast<void*>(&piece.sites[first]), count * sizeof(CellSites));
  };
  cells.forRange(begin & ~std::uint64_t{7}, begin + size, clearAll);
}

}  // namespace robur::runtime
