// The clocks of an atomic.
//
// Programs with many atomics wait for memory more than for anything else, so all of it is in
// one block, and what every access needs comes first in it: the clocks side by side, then what
// races with plain accesses need, if these are watched, then the writes of the history and the
// records of reads. The block lies behind what else is known about the address, unless it had to
// grow.
#pragma once

#include "runtime/clocks/history.h"
#include "runtime/clocks/last_accesses.h"
#include "runtime/clocks/settings.h"

namespace robur::runtime {

class LocationClocks {
 public:
  bool started() const { return history.size() > 0; }
  std::uint32_t width() const { return width_; }

  Clock accesses() const { return clock(0); }   // LM
  Clock message() const { return clock(1); }    // LH
  Clock lastWrite() const { return clock(2); }  // LS
  Clock order() const { return clock(3); }      // LX, under TSO
  // Only if races are watched.
  LastAccesses& atomicWrites() const { return history.justBefore<LastAccesses>()[-1]; }
  LastAccesses& atomicReads() const { return history.justBefore<LastAccesses>()[-2]; }

  void widen(std::uint32_t width);
  void clear();

  // Memory to begin with, for clocks of this width; zero, and never released.
  static std::size_t bytes(std::uint32_t width);
  void lend(void* memory, std::uint32_t width);

  [[no_unique_address]] History history;

 private:
  Clock clock(std::uint32_t i) const {
    return {reinterpret_cast<Index*>(history.memory()) + i * width_, width_};
  }
  void place(void* memory, std::uint32_t width);

  std::uint16_t width_ : 15 = 0;
  std::uint16_t lent_ : 1 = false;
};
static_assert(sizeof(LocationClocks) == 32);

}  // namespace robur::runtime
