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

// What is asked at every access; the writes of a window share a line of the cache. What they
// wrote and where is asked seldom, and kept apart.
struct Write {
  Index index = 0;
  std::uint16_t thread = kNobody;
  Order order = Order::Relaxed;
  bool rmw : 1 = false;
  bool recorded : 1 = false;  // there are read records of it
  bool lossy : 1 = false;     // there were
};
static_assert(sizeof(Write) == 8);

// "Thread `reader` has read the write of this number": whoever knows `need` of it must not read
// older. Records go with their write, so the end of its number is enough.
struct ReadRecord {
  Index need = 0;
  std::uint16_t reader = 0;
  std::uint16_t number = 0;
};

// The memory is its owner's, in two parts: `window` writes, a power of two, and the rest.
class History {
 public:
  std::uint32_t size() const { return size_; }
  Write& operator[](std::uint32_t i) { return writes_[at(i)]; }
  const Write& operator[](std::uint32_t i) const { return writes_[at(i)]; }
  Write& newest() { return (*this)[size_ - 1U]; }
  std::uint64_t& value(std::uint32_t i) { return values()[at(i)]; }
  std::uint64_t value(std::uint32_t i) const { return values()[at(i)]; }
  Site& site(std::uint32_t i) { return sites()[at(i)]; }
  Site site(std::uint32_t i) const { return sites()[at(i)]; }

  // The number of writes ever, which does not start again when the history does: as long as it
  // is the same, the location has not changed. Others may ask without the lock.
  std::uint32_t written() const { return __atomic_load_n(&written_, __ATOMIC_ACQUIRE); }

  static std::size_t writeBytes(std::uint32_t window) { return window * sizeof(Write); }
  static std::size_t restBytes(std::uint32_t window) {
    return window * (sizeof(ReadRecord) + sizeof(std::uint64_t) + sizeof(Site));
  }
  void place(void* memory, std::uint32_t window, std::size_t restAt) {
    writes_ = static_cast<Write*>(memory);
    window_ = static_cast<std::uint16_t>(window);
    restAt_ = static_cast<std::uint16_t>(restAt / sizeof(std::uint64_t));
  }
  void* memory() const { return writes_; }

  // Appends; the oldest goes when the window is full.
  void append(const Write& write, std::uint64_t value, Site site) {
    if (size_ < window_) {
      ++size_;
    } else if ((*this)[0].recorded) {
      forgetRecordsOf(static_cast<std::uint16_t>(start()));
    }
    __atomic_store_n(&written_, written_ + 1, __ATOMIC_RELAXED);
    const std::uint32_t newest = at(size_ - 1U);
    writes_[newest] = write;
    values()[newest] = value;
    sites()[newest] = site;
  }
  // What a write will be written to beside that.
  void prefetchRest() const {
    __builtin_prefetch(&values()[written_ & (window_ - 1U)], 1);
    __builtin_prefetch(&sites()[written_ & (window_ - 1U)], 1);
  }
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
  std::uint32_t at(std::uint32_t i) const { return (start() + i) & (window_ - 1U); }
  ReadRecord* records() const {
    return reinterpret_cast<ReadRecord*>(reinterpret_cast<std::uint64_t*>(writes_) + restAt_);
  }
  std::uint64_t* values() const { return reinterpret_cast<std::uint64_t*>(records() + window_); }
  Site* sites() const { return reinterpret_cast<Site*>(values() + window_); }
  void forgetRecordsOf(std::uint16_t number);

  Write* writes_ = nullptr;
  std::uint32_t written_ = 0;
  std::uint16_t size_ = 0;
  std::uint16_t window_ = 1;
  std::uint16_t restAt_ = 0;  // in words
  std::uint16_t recordCount_ = 0;
  std::uint8_t nextRecord_ = 0;
};

}  // namespace robur::runtime
