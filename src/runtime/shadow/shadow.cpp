#include "runtime/shadow/shadow.h"

#include <sys/mman.h>

#include <new>

namespace robur::runtime {

std::atomic<std::atomic<Cell*>*> cellPieces{nullptr};

namespace {

constexpr std::uint64_t kPage = 4096;

// A table of pieces, each an array with one element for eight bytes of the program.
template <class Element>
class Table {
 public:
  explicit constexpr Table(std::atomic<std::atomic<Element*>*>& top) : top_(top) {}

  Element* find(std::uint64_t address) {
    std::atomic<Element*>* const top = top_.load(std::memory_order_acquire);
    if (top == nullptr) return nullptr;
    Element* const piece = top[pieceOf(address)].load(std::memory_order_acquire);
    return piece == nullptr ? nullptr : &piece[granuleOf(address)];
  }
  Element& get(std::uint64_t address) {
    std::atomic<Element*>* top = top_.load(std::memory_order_acquire);
    if (top == nullptr) top = install(top_, kPieces);
    std::atomic<Element*>& place = top[pieceOf(address)];
    Element* piece = place.load(std::memory_order_acquire);
    if (piece == nullptr) piece = install(place, kGranules);
    return piece[granuleOf(address)];
  }
  // Calls visit(first element, number of elements) for every piece there is in the range.
  template <class Visit>
  void forRange(std::uint64_t begin, std::uint64_t end, const Visit& visit) {
    while (begin < end) {
      const std::uint64_t pieceEnd = ((begin >> kPieceBits) + 1) << kPieceBits;
      const std::uint64_t stop = pieceEnd < end ? pieceEnd : end;
      if (Element* const first = find(begin)) visit(first, (stop - begin + 7) / 8);
      begin = stop;
    }
  }

 private:
  static std::uint64_t pieceOf(std::uint64_t a) { return (a >> kPieceBits) & (kPieces - 1); }
  static std::uint64_t granuleOf(std::uint64_t a) { return (a >> 3) & (kGranules - 1); }

  template <class T>
  static T* install(std::atomic<T*>& place, std::uint64_t count) {
    auto* const fresh = static_cast<T*>(reserve(count * sizeof(T)));
    T* there = nullptr;
    if (place.compare_exchange_strong(there, fresh, std::memory_order_acq_rel)) return fresh;
    ::munmap(static_cast<void*>(fresh), count * sizeof(T));
    return there;
  }

  std::atomic<std::atomic<Element*>*>& top_;
};

std::atomic<std::atomic<std::atomic<Meta*>*>*> metaPieces{nullptr};
constinit Table<std::atomic<Meta*>> metas(metaPieces);
constinit Table<Cell> cells(cellPieces);

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

Meta* findMeta(const volatile void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  std::atomic<Meta*>* const place = metas.find(address);
  return place == nullptr ? nullptr : inList(place->load(std::memory_order_acquire), address);
}

Meta& metaOf(const volatile void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  std::atomic<Meta*>& place = metas.get(address);
  Meta* list = place.load(std::memory_order_acquire);
  if (Meta* const found = inList(list, address)) return *found;
  auto* const fresh = new (allocate(sizeof(Meta))) Meta;
  fresh->address = address;
  for (;;) {
    fresh->next = list;
    if (place.compare_exchange_weak(list, fresh, std::memory_order_acq_rel)) return *fresh;
    if (Meta* const found = inList(list, address)) {
      release(fresh, sizeof(Meta));
      return *found;
    }
  }
}

Cell& makeCell(std::uint64_t address) {
  return cells.get(address);
}

Meta* metasAt(std::uint64_t granule) {
  std::atomic<Meta*>* const place = metas.find(granule);
  return place == nullptr ? nullptr : place->load(std::memory_order_acquire);
}

void clearMetas(std::uint64_t begin, std::uint64_t size) {
  const auto clearAll = [&](std::atomic<Meta*>* first, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      for (Meta* m = first[i].load(std::memory_order_acquire); m != nullptr; m = m->next) {
        if (m->address < begin + size && m->address + m->size >= begin) m->clear();
      }
    }
  };
  metas.forRange(begin & ~std::uint64_t{7}, begin + size, clearAll);
}

void clearCells(std::uint64_t begin, std::uint64_t size) {
  cells.forRange(begin & ~std::uint64_t{7}, begin + size, [](Cell* first, std::uint64_t count) {
    zero(static_cast<void*>(first), count * sizeof(Cell));
  });
}

}  // namespace robur::runtime
