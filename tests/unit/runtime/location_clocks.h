// The algorithm of the paper on dynamic robustness, implemented literally: clocks that map
// locations to timestamps (Margalit, Kokologiannakis, Itzhaky and Lahav 2025, sections 3 and 4).
// The cost of a merge grows with the number of locations and values, so the runtime uses another
// algorithm; this one is the reference.
//
//   T_c, T_a, T_r   of a thread: what its next event, an acquire fence, and a relaxed write after
//                   the last release fence know of each location
//   W               of a location: the message of its last write
//   T_SC, W_SC, M_SC  the same for hbSC; M_SC of all accesses of the location
//
// Timestamps count the writes to a location, and separately those that are not RMWs. For waits, the
// clocks of hbSC also have, per location and value, the last write of that value before a known
// write, and the last such write that is not directly followed by an RMW.
//
// The paper treats RA and RC20. For SRA and TSO the same clocks over locations are derived from
// their happens-before: SRA has that of RA, and only reads are checked. Under TSO a write is
// ordered after everything its thread has done (T_c), a read only after what the thread has read
// from others (T_a), unless there is a fence or an update in between; and a thread always knows its
// own writes (T_own). X of a location is what precedes its next write: everything that its last
// write and the reads since then knew.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "unit/runtime/access.h"

namespace robur::testing {

class LocationClockMonitor {
 public:
  LocationClockMonitor(std::uint32_t threads, std::uint32_t cells, ModelName model);

  bool reports(const Access& a) const;  // when the thread arrives there

  // `locked`: of a compare-exchange that has failed.
  void read(std::uint32_t thread, std::uint32_t cell, Order order, bool locked);
  void write(std::uint32_t thread, std::uint32_t cell, Order order, std::int64_t value, bool rmw);
  void fence(std::uint32_t thread, Order order);
  void lock(std::uint32_t thread);
  void unlock(std::uint32_t thread);

 private:
  struct Stamp {
    std::int64_t all = 0;
    std::int64_t nonRmw = 0;
  };
  struct Clock {
    std::vector<Stamp> at;  // by location
    void join(const Clock& other);
    void join(std::uint32_t cell, Stamp stamp);
  };
  using Values = std::map<std::pair<std::uint32_t, std::int64_t>, std::int64_t>;
  struct ScClock {
    Clock clock;
    Values last;  // a write of this value, strictly before one that is known
    Values open;  // the same, with no RMW directly after it
    void join(const ScClock& other);
  };
  struct Thread {
    Clock current, acquired, released, own;
    ScClock sc;
  };
  struct Cell {
    Clock message, order;
    std::int64_t writer = -1;
    ScClock written, accessed;
    Stamp top;
    std::int64_t value = 0;
    Values last, open;  // up to the last write
  };

  bool acquires(Order order) const;
  bool releases(Order order) const;
  bool checksWrites() const;
  void readUnderTso(Thread& t, std::uint32_t thread, Cell& x, bool locked);
  void writeUnderTso(Thread& t, std::uint32_t thread, std::uint32_t cell, bool rmw);
  static bool isAfter(const Values& values, std::uint32_t cell, std::int64_t value,
                      std::int64_t known);

  ModelName model_;
  std::vector<Thread> threads_;
  std::vector<Cell> cells_;  // the last one is where SC fences are
  Clock mutex_;
  ScClock scMutex_;
};

}  // namespace robur::testing
