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

inline constexpr Slot kNobody = 0xffff;  // the thread of an initial write, known to everybody

struct Write {
  std::uint64_t value = 0;
  Index index = 0;
  Site site = 0;
  std::uint16_t thread = kNobody;
  Order order = Order::Relaxed;
  bool rmw = false;
  bool recorded = false;  // there are read records of it
  bool lossy = false;     // there were
};

// "Thread `reader` has read the write of this number": whoever knows `need` of it must not read
// older.
struct ReadRecord {
  std::uint32_t number = 0;
  Slot reader = 0;
  Index need = 0;
};

// The memory is its owner's: `window` writes, a power of two, and as many records.
class History {
 public:
  std::uint32_t size() const { return size_; }
  Write& operator[](std::uint32_t i) { return writes_[(start() + i) & (window_ - 1)]; }
  const Write& operator[](std::uint32_t i) const { return writes_[(start() + i) & (window_ - 1)]; }
  Write& newest() { return (*this)[size_ - 1]; }

  static std::size_t bytes(std::uint32_t window) {
    return window * (sizeof(Write) + sizeof(ReadRecord));
  }
  void place(void* memory, std::uint32_t window) {
    writes_ = static_cast<Write*>(memory);
    records_ = reinterpret_cast<ReadRecord*>(writes_ + window);
    window_ = window;
  }

  // Appends; the oldest goes when the window is full.
  Write& append();
  void recordReader(Slot reader, Index need);  // of the newest write

  // Is there a record of write i that `known(reader, need)` holds for?
  template <class Known>
  bool recordsOf(std::uint32_t i, const Known& known) const {
    const std::uint32_t number = written_ - size_ + i;
    for (std::uint32_t r = 0; r < recordCount_; ++r) {
      if (records_[r].number == number && known(records_[r].reader, records_[r].need)) return true;
    }
    return false;
  }

 private:
  std::uint32_t start() const { return written_ - size_; }

  Write* writes_ = nullptr;
  ReadRecord* records_ = nullptr;
  std::uint32_t window_ = 1;
  std::uint32_t size_ = 0;
  std::uint32_t written_ = 0;  // ever; the number of the next write
  std::uint32_t recordCount_ = 0;
  std::uint32_t nextRecord_ = 0;
};

}  // namespace robur::runtime
