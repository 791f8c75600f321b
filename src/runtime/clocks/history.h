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

// What is asked at every access.
struct Write {
  Index index = 0;
  std::uint16_t thread = kNobody;
  Order order = Order::Relaxed;
  bool rmw : 1 = false;
  bool recorded : 1 = false;  // there are read records of it
  bool lossy : 1 = false;     // there were
};
static_assert(sizeof(Write) == 8);

// With what was written, and where: asked seldom, but a write that fills one place waits for one
// line of the cache only.
struct WriteEntry {
  Write write;
  Site site;
  std::uint32_t unused;
  std::uint64_t value;
};
static_assert(sizeof(WriteEntry) == 24);

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
  Write& operator[](std::uint32_t i) { return entries_[at(i)].write; }
  const Write& operator[](std::uint32_t i) const { return entries_[at(i)].write; }
  Write& newest() { return (*this)[size_ - 1U]; }
  std::uint64_t& value(std::uint32_t i) { return entries_[at(i)].value; }
  std::uint64_t value(std::uint32_t i) const { return entries_[at(i)].value; }
  Site& site(std::uint32_t i) { return entries_[at(i)].site; }
  Site site(std::uint32_t i) const { return entries_[at(i)].site; }

  // The number of writes ever, which does not start again when the history does: as long as it
  // is the same, the location has not changed. Others may ask without the lock.
  std::uint32_t written() const { return __atomic_load_n(&written_, __ATOMIC_ACQUIRE); }

  static std::size_t writeBytes(std::uint32_t window) { return window * sizeof(WriteEntry); }
  static std::size_t restBytes(std::uint32_t window) { return window * sizeof(ReadRecord); }
  void place(void* memory, std::uint32_t window, std::size_t restAt) {
    entries_ = static_cast<WriteEntry*>(memory);
    window_ = static_cast<std::uint16_t>(window);
    restAt_ = static_cast<std::uint16_t>(restAt / sizeof(std::uint64_t));
  }
  void* memory() const { return entries_; }

  // Appends; the oldest goes when the window is full.
  void append(const Write& write, std::uint64_t value, Site site) {
    if (size_ < window_) {
      ++size_;
    } else if ((*this)[0].recorded) {
      forgetRecordsOf(static_cast<std::uint16_t>(start()));
    }
    __atomic_store_n(&written_, written_ + 1, __ATOMIC_RELAXED);
    const std::uint32_t newest = at(size_ - 1U);
    entries_[newest] = {write, site, 0, value};
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
    return reinterpret_cast<ReadRecord*>(reinterpret_cast<std::uint64_t*>(entries_) + restAt_);
  }
  void forgetRecordsOf(std::uint16_t number);

  WriteEntry* entries_ = nullptr;
  std::uint32_t written_ = 0;
  std::uint16_t size_ = 0;
  std::uint16_t window_ = 1;
  std::uint16_t restAt_ = 0;  // in words
  std::uint16_t recordCount_ = 0;
  std::uint8_t nextRecord_ = 0;
};

}  // namespace robur::runtime
