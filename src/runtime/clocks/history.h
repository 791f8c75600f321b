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

#include "runtime/clocks/layout.h"
#include "runtime/clocks/order.h"
#include "runtime/memory/spin_lock.h"

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
  bool foreign : 1 = false;   // an update that passes on what its thread has not taken in
  bool recorded : 1 = false;  // there are read records of it
  bool lossy : 1 = false;     // there were
};
static_assert(sizeof(Write) == 8);

// With what was written, and where: asked seldom, but a write that fills one place waits for one
// line of the cache only.
struct WriteEntry {
  Write write;
  Site site;
  std::uint32_t value[2];  // in halves, so that there is no gap
};
static_assert(sizeof(WriteEntry) == 20);

// "Thread `reader` has read the write of this number": whoever knows `need` of it must not read
// older. Records go with their write, so the end of its number is enough.
struct ReadRecord {
  Index need = 0;
  std::uint16_t reader = 0;
  std::uint16_t number = 0;
};

static_assert(sizeof(WriteEntry) + sizeof(ReadRecord) == kPlaceBytes);

// All that an access needs besides LM, if its thread knows the newest write.
struct LocationHead {
  // The newest write, as it is in the history, too.
  Index index = 0;
  std::uint16_t thread = kNobody;
  std::uint8_t order : 3 = 0;
  std::uint8_t rmw : 1 = 0;
  // Of its eight bytes, what the location is; these do not change.
  std::uint8_t offset : 3 = 0;
  std::uint8_t isSync : 1 = 0;

  SpinLock lock;
  std::uint32_t written = 0;
  std::uint32_t size : 9 = 0;      // of the history
  std::uint32_t recorded : 1 = 0;  // are there read records?
  std::uint32_t lanes : 11 = 0;
  std::uint32_t moved : 1 = 0;    // are the clocks elsewhere?
  std::uint32_t logSize : 3 = 0;  // of the atomic
  std::uint32_t foreign : 1 = 0;  // of the newest write, as the others above
  // Or the first access to a new page would read what is not set, and the kernel would give it a
  // page to read first and then take that away from all threads again.
  std::uint32_t unused : 6 = 0;
};
static_assert(sizeof(LocationHead) == kHeadBytes);

// The writes, as many as the window has, and as many read records are in front of the location that
// this is the beginning of. Whether the newest write is known is asked at every access and mostly
// answered with yes, so that write is here once more, as is whether there are records: then nobody
// waits for the others.
class History {
 public:
  LocationHead head;

  std::uint32_t size() const { return head.size; }
  // But for its read records.
  Write newest() const {
    return {head.index, head.thread, static_cast<Order>(head.order), head.rmw != 0,
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

  // The number of writes ever, which does not start again when the history does: as long as it
  // is the same, the location has not changed. Others may ask without the lock.
  std::uint32_t written() const { return __atomic_load_n(&head.written, __ATOMIC_ACQUIRE); }

  // The place of the next write will be needed soon.
  void expectWrite() const { __builtin_prefetch(&entries()[head.written & last()], 1); }

  // Appends; the oldest goes when the window is full.
  __attribute__((always_inline)) void append(const Write& write, std::uint64_t value, Site site) {
    if (head.size <= last()) {
      ++head.size;
    } else if (head.recorded && (*this)[0].recorded) [[unlikely]] {
      forgetRecordsOf(static_cast<std::uint16_t>(start()));
    }
    __atomic_store_n(&head.written, head.written + 1, __ATOMIC_RELAXED);
    head.index = write.index;
    head.thread = write.thread;
    head.order = static_cast<std::uint8_t>(write.order) & 7;
    head.rmw = write.rmw;
    head.foreign = write.foreign;
    // Byte by byte, or bits that nobody uses would be waited for.
    WriteEntry& entry = entries()[at(head.size - 1U)];
    std::memcpy(static_cast<void*>(&entry.write), &write, sizeof write);
    entry.site = site;
    std::memcpy(entry.value, &value, sizeof value);
  }
  void recordReader(Slot reader, Index need);  // of the newest write
  void forgetAll();

  // Is there a record of write i that `known(reader, need)` holds for?
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
  static std::uint32_t last() { return ruleSettings.window - 1; }
  std::uint32_t at(std::uint32_t i) const { return (start() + i) & last(); }
  const WriteEntry* entries() const {
    return reinterpret_cast<const WriteEntry*>(reinterpret_cast<const char*>(this) - raceBytes() -
                                               historyBytes());
  }
  WriteEntry* entries() {
    return reinterpret_cast<WriteEntry*>(reinterpret_cast<char*>(this) - raceBytes() -
                                         historyBytes());
  }
  // They end where one needs nothing, or with the last place.
  const ReadRecord* records() const {
    return reinterpret_cast<const ReadRecord*>(entries() + last() + 1);
  }
  ReadRecord* records() { return reinterpret_cast<ReadRecord*>(entries() + last() + 1); }
  std::uint32_t recordCount() const;
  void forgetRecordsOf(std::uint16_t number);
};

}  // namespace robur::runtime
