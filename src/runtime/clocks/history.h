// The last writes to one location, oldest first.
//
// Published algorithms keep a clock over locations for each thread. The history of a location
// yields the same information when the location is accessed: the newest write that hbSC orders
// before the access, and the newest that the memory model orders before it.
//
// The history is bounded. Forgetting a write can only lose reports, never add one. The same holds
// for read records: a write that has lost one counts as known to every thread.
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/base/order.h"
#include "runtime/base/spin_lock.h"
#include "runtime/clocks/layout.h"

namespace robur::runtime {

// The part of a write that checks need.
struct Write {
  Epoch epoch = 0;
  std::uint16_t thread = kNoThread;
  Order order = Order::Relaxed;
  bool rmw : 1 = false;
  bool foreign : 1 = false;   // an update that passes on a message its thread has not acquired
  bool recorded : 1 = false;  // it has read records
  bool lossy : 1 = false;     // some of its read records were dropped
};
static_assert(sizeof(Write) == 8);

// A write with its value and site. Those are rarely read, but are stored here so that appending a
// write touches one cache line only.
struct WriteEntry {
  Write write;
  Site site;
  std::uint32_t value[2];  // two halves, so that the structure has no padding
};
static_assert(sizeof(WriteEntry) == 20);

// Thread `reader` has read the write with this number: threads that know epoch `need` of it must
// not read older writes. Records are dropped with their write, so the low bits of the number
// suffice.
struct ReadRecord {
  Epoch need = 0;
  std::uint16_t reader = 0;
  std::uint16_t number = 0;
};

static_assert(sizeof(WriteEntry) + sizeof(ReadRecord) == kEntryBytes);

// Everything but LM that an access needs if its thread knows the newest write.
struct LocationHead {
  // A copy of the newest write of the history.
  Epoch epoch = 0;
  std::uint16_t thread = kNoThread;
  std::uint8_t order : 3 = 0;
  std::uint8_t rmw : 1 = 0;
  // The offset of the location in its eight bytes, and what it is; these do not change.
  std::uint8_t offset : 3 = 0;
  std::uint8_t isSync : 1 = 0;

  SpinLock lock;
  std::uint32_t written = 0;       // number of writes so far
  std::uint32_t size : 9 = 0;      // writes in the history
  std::uint32_t recorded : 1 = 0;  // whether there are read records
  std::uint32_t lanes : 11 = 0;    // width of the clocks
  std::uint32_t moved : 1 = 0;     // whether the clocks are stored elsewhere
  std::uint32_t logSize : 3 = 0;   // logarithm of the size of the atomic in bytes
  std::uint32_t foreign : 1 = 0;   // of the newest write, as the fields above
  // Named so that the constructor sets it. Otherwise the first access to a new page would read this
  // word, and the kernel would map a zero page first and replace it for all threads afterwards.
  std::uint32_t unused : 6 = 0;
};
static_assert(sizeof(LocationHead) == kHeadBytes);

// The writes and as many read records lie in front of this object in memory (layout.h). Every
// access asks whether its thread knows the newest write, and usually it does; the copy of that
// write in the head answers this without touching the rest.
class History {
 public:
  LocationHead head;

  std::uint32_t size() const { return head.size; }
  // Without `recorded` and `lossy`.
  Write newest() const {
    return {head.epoch, head.thread, static_cast<Order>(head.order), head.rmw != 0,
            head.foreign != 0};
  }
  Write& operator[](std::uint32_t i) { return entries()[at(i)].write; }
  const Write& operator[](std::uint32_t i) const { return entries()[at(i)].write; }
  std::uint64_t value(std::uint32_t i) const {
    std::uint64_t value;
    std::memcpy(&value, entries()[at(i)].value, sizeof value);
    return value;
  }
  void setValue(std::uint32_t i, std::uint64_t value) {
    std::memcpy(entries()[at(i)].value, &value, sizeof value);
  }
  Site site(std::uint32_t i) const { return entries()[at(i)].site; }

  // The number of writes so far, which clearing the history does not reset: while it is the same,
  // the location has not changed. May be read without the lock.
  std::uint32_t written() const { return __atomic_load_n(&head.written, __ATOMIC_ACQUIRE); }

  // Prefetches the entry of the next write.
  void expectWrite() const { __builtin_prefetch(&entries()[head.written & last()], 1); }

  // Appends a write; drops the oldest one if the window is full.
  __attribute__((always_inline)) void append(const Write& write, std::uint64_t value, Site site) {
    if (head.size <= last()) {
      ++head.size;
    } else if (head.recorded && (*this)[0].recorded) [[unlikely]] {
      forgetRecordsOf(static_cast<std::uint16_t>(start()));
    }
    __atomic_store_n(&head.written, head.written + 1, __ATOMIC_RELAXED);
    head.epoch = write.epoch;
    head.thread = write.thread;
    head.order = static_cast<std::uint8_t>(write.order) & 7;
    head.rmw = write.rmw;
    head.foreign = write.foreign;
    // By memcpy: assigning bit fields would read the old word first.
    WriteEntry& entry = entries()[at(head.size - 1U)];
    std::memcpy(static_cast<void*>(&entry.write), &write, sizeof write);
    entry.site = site;
    std::memcpy(entry.value, &value, sizeof value);
  }
  void recordReader(ThreadIndex reader, Epoch need);  // of the newest write
  void forgetAll();

  // Whether `known(reader, need)` holds for some record of write i.
  template <class Known>
  bool recordsOf(std::uint32_t i, const Known& known) const {
    const auto number = static_cast<std::uint16_t>(start() + i);
    for (std::uint32_t r = 0; r <= last() && records()[r].need != 0; ++r) {
      const ReadRecord& record = records()[r];
      if (record.number == number && known(record.reader, record.need)) return true;
    }
    return false;
  }

 private:
  std::uint32_t start() const { return head.written - head.size; }
  static std::uint32_t last() { return rt.rules.window - 1; }
  std::uint32_t at(std::uint32_t i) const { return (start() + i) & last(); }
  const WriteEntry* entries() const {
    return reinterpret_cast<const WriteEntry*>(reinterpret_cast<const char*>(this) - raceBytes() -
                                               historyBytes());
  }
  WriteEntry* entries() {
    return reinterpret_cast<WriteEntry*>(reinterpret_cast<char*>(this) - raceBytes() -
                                         historyBytes());
  }
  // Terminated by a record whose `need` is 0, unless all are used.
  const ReadRecord* records() const {
    return reinterpret_cast<const ReadRecord*>(entries() + last() + 1);
  }
  ReadRecord* records() { return reinterpret_cast<ReadRecord*>(entries() + last() + 1); }
  std::uint32_t recordCount() const;
  void forgetRecordsOf(std::uint16_t number);
};

}  // namespace robur::runtime
