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

// The memory is its owner's: somewhere in it are `window` writes, a power of two, and as many read
// records. Whether the newest write is known is asked at every access and mostly answered with
// yes, so that write is here once more: then nobody waits for the others.
class History {
 public:
  std::uint32_t size() const { return size_; }
  const Write& newest() const { return newest_; }  // but for its read records
  Write& operator[](std::uint32_t i) { return entries()[at(i)].write; }
  const Write& operator[](std::uint32_t i) const { return entries()[at(i)].write; }
  std::uint64_t& value(std::uint32_t i) { return entries()[at(i)].value; }
  std::uint64_t value(std::uint32_t i) const { return entries()[at(i)].value; }
  Site& site(std::uint32_t i) { return entries()[at(i)].site; }
  Site site(std::uint32_t i) const { return entries()[at(i)].site; }

  // The number of writes ever, which does not start again when the history does: as long as it
  // is the same, the location has not changed. Others may ask without the lock.
  std::uint32_t written() const { return __atomic_load_n(&written_, __ATOMIC_ACQUIRE); }

  static std::size_t bytes(std::uint32_t window) {
    return window * (sizeof(WriteEntry) + sizeof(ReadRecord));
  }
  void place(void* memory, std::size_t at, std::uint32_t window) {
    memory_ = static_cast<char*>(memory);
    wordsBefore_ = static_cast<std::uint16_t>(at / sizeof(std::uint64_t));
    last_ = static_cast<std::uint8_t>(window - 1);
  }
  char* memory() const { return memory_; }
  // What its owner keeps in front of it.
  template <class T>
  T* justBefore() const {
    return reinterpret_cast<T*>(entries());
  }
  // The place of the next write will be needed soon.
  void expectWrite() const { __builtin_prefetch(&entries()[written_ & last_], 1); }

  // Appends; the oldest goes when the window is full.
  void append(const Write& write, std::uint64_t value, Site site) {
    if (size_ <= last_) {
      ++size_;
    } else if ((*this)[0].recorded) {
      forgetRecordsOf(static_cast<std::uint16_t>(start()));
    }
    __atomic_store_n(&written_, written_ + 1, __ATOMIC_RELAXED);
    entries()[at(size_ - 1U)] = {write, site, 0, value};
    newest_ = write;
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
  std::uint32_t at(std::uint32_t i) const { return (start() + i) & last_; }
  WriteEntry* entries() const {
    return reinterpret_cast<WriteEntry*>(memory_ + wordsBefore_ * sizeof(std::uint64_t));
  }
  ReadRecord* records() const { return reinterpret_cast<ReadRecord*>(entries() + last_ + 1); }
  void forgetRecordsOf(std::uint16_t number);

  char* memory_ = nullptr;
  Write newest_;
  std::uint32_t written_ = 0;
  std::uint16_t size_ = 0;
  std::uint16_t recordCount_ = 0;
  std::uint16_t wordsBefore_ = 0;
  std::uint8_t last_ = 0;  // of the places for writes and for records
};

}  // namespace robur::runtime
