// The last writes to one location, oldest first.
//
// A location clock would have to be looked up for every location a thread knows of. Asking
// the history instead, when the location is accessed, finds the same two writes: the newest
// that SC has ordered before the access, and the newest that the memory model has.
//
// The window is bounded. What has left it can only have added reports, never removed one, and
// the same holds for read records: a write that has lost one counts as known to everybody.
#pragma once

#include <cstdint>

#include "runtime/clocks/clock.h"
#include "runtime/clocks/order.h"

namespace robur::runtime {

// Where in the program something happened: a node of the tree of calling contexts, 0 if unknown.
using Site = std::uint32_t;

// "Thread `reader` has read this write": whoever knows `need` of it must not read older.
struct ReadRecord {
  Slot reader = 0;
  Index need = 0;
};

inline constexpr Slot kNobody = ~Slot{0};  // the thread of an initial write, known to everybody

struct Write {
  static constexpr int kRecords = 4;

  Slot thread = kNobody;
  Index index = 0;
  std::uint64_t value = 0;
  Site site = 0;
  bool rmw = false;
  bool lossy = false;
  Order order = Order::Relaxed;
  std::uint8_t records = 0;
  ReadRecord record[kRecords];

  void addRecord(Slot reader, Index need);
};

class History {
 public:
  std::uint32_t size() const { return size_; }
  Write& operator[](std::uint32_t i) { return ring_[(start_ + i) & (capacity_ - 1)]; }
  const Write& operator[](std::uint32_t i) const { return ring_[(start_ + i) & (capacity_ - 1)]; }
  Write& newest() { return (*this)[size_ - 1]; }

  // Appends; the oldest goes when there are `window` writes (a power of two) already.
  void append(const Write& write, std::uint32_t window);
  void clear();

 private:
  void grow();

  Write* ring_ = nullptr;
  std::uint32_t capacity_ = 0;
  std::uint32_t start_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace robur::runtime
