// The clocks of a thread, and what it remembers of its own reads.
//
// Loops read the same atomics again and again. A read has nothing to do if its thread has read
// the location since the newest write there, and the thread's S has not changed since then:
// the message is taken in, coherence knows of the read, and S is among the accesses of the
// location. So a thread keeps, for some locations, how many writes there were when it read
// them and how often its S had changed; while both are the same, neither lock nor clocks are
// needed. Nothing here is approximate: a forgotten read is only made again in full.
#pragma once

#include "runtime/clocks/location.h"
#include "runtime/clocks/order.h"

namespace robur::runtime {

class Rereads {
 public:
  // A read of `x` has just been made, under its lock.
  void remember(const LocationClocks& x, std::uint32_t changes, bool acquired) {
    Seen& seen = at(x);
    seen = {&x, x.history.written(), changes << 1 | std::uint32_t{acquired}};
  }
  // Is another one without effect, if there have been `written` writes?
  bool covers(const LocationClocks& x, std::uint32_t written, std::uint32_t changes,
              bool acquires) const {
    const Seen& seen = at(x);
    return seen.location == &x && seen.written == written &&
           (seen.state | std::uint32_t{!acquires}) == (changes << 1 | 1);
  }

 private:
  static constexpr std::size_t kKept = 64;
  struct Seen {
    const LocationClocks* location = nullptr;
    std::uint32_t written = 0;
    std::uint32_t state = 0;  // changes of S, and whether the read was acquire
  };
  static std::size_t place(const LocationClocks& x) {
    return (reinterpret_cast<std::uintptr_t>(&x) >> 6) % kKept;
  }
  Seen& at(const LocationClocks& x) { return seen_[place(x)]; }
  const Seen& at(const LocationClocks& x) const { return seen_[place(x)]; }

  Seen seen_[kKept];
};

struct ThreadClocks {
  Index index = 0;
  Slot slot = 0;
  std::uint32_t unrecorded = 0;  // counts plain accesses that found no room in the shadow,
  std::uint32_t left = 0;        // and which bits of that say that one is left out
  std::uint32_t changes = 0;     // of S
  std::uint64_t scSeen = 0;      // changes of what SC accesses hand over
  ClockBlock<4> clocks;
  Rereads rereads;

  Clock current() const { return clocks[0]; }   // C
  Clock acquired() const { return clocks[1]; }  // A
  Clock released() const { return clocks[2]; }  // R
  Clock sc() const { return clocks[3]; }        // S
};

}  // namespace robur::runtime
