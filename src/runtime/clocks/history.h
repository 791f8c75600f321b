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
// older. Records go with their write, so the end of its number is enough.
struct ReadRecord {
  Index need = 0;
  std::uint16_t reader = 0;
  std::uint16_t number = 0;
};

// The memory is its owner's: `window` writes, a power of two, and as many records.
class History {
 public:
  std::uint32_t size() const { return size_; }
  Write& operator[](std::uint32_t i) { return writes_[(start() + i) & (window_ - 1U)]; }
  const Write& operator[](std::uint32_t i) const { return writes_[(start() + i) & (window_ - 1U)]; }
  Write& newest() { return writes_[(written_ - 1) & (window_ - 1U)]; }
  const Write& newest() const { return writes_[(written_ - 1) & (window_ - 1U)]; }

  // The number of writes ever, which does not start again when the history does: as long as it
  // is the same, the location has not changed. Others may ask without the lock.
  std::uint32_t written() const { return __atomic_load_n(&written_, __ATOMIC_ACQUIRE); }

  static std::size_t bytes(std::uint32_t window) {
    return window * (sizeof(Write) + sizeof(ReadRecord));
  }
  void place(void* memory, std::uint32_t window) {
    writes_ = static_cast<Write*>(memory);
    window_ = static_cast<std::uint16_t>(window);
  }
  void* memory() const { return writes_; }

  // Appends; the oldest goes when the window is full.
  Write& append();
  void recordReader(Slot reader, Index need);  // of the newest write
  void forgetAll();

  // Is there a record of write i that `known(reader, need)` holds for?
  template <class Known>
  bool recordsOf(std::uint32_t i, const Known& known) const {
    const auto number = static_cast<std::uint16_t>(start() + i);
    for (std::uint32_t r = 0; r < recordCount_; ++r) {
      const ReadRecord& record = records()[r];
      if (record.number == number && known(record.reader, record.need)) return true;
    }
    return false;
  }

 private:
  std::uint32_t start() const { return written_ - size_; }
  ReadRecord* records() const { return reinterpret_cast<ReadRecord*>(writes_ + window_); }
  void forgetRecordsOf(std::uint16_t number);

  Write* writes_ = nullptr;
  std::uint32_t written_ = 0;
  std::uint16_t size_ = 0;
  std::uint16_t window_ = 1;
  std::uint16_t recordCount_ = 0;
  std::uint16_t nextRecord_ = 0;
};

}  // namespace robur::runtime
