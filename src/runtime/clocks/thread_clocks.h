// The clocks of a thread, and a cache of its own reads.
//
// Loops read the same atomics repeatedly. A read has no effect if its thread has read the location
// since the newest write there, and the thread's S has not changed since then: the message has been
// acquired, a read record exists, and S is part of the location's LM. So a thread remembers for
// some locations how many writes there were when it read them and how often its S had changed;
// while both are unchanged, neither lock nor clocks are needed. This is exact: a read that is not
// in the cache is simply performed in full.
#pragma once

#include "runtime/base/order.h"
#include "runtime/clocks/location.h"

namespace robur::runtime {

class Rereads {
 public:
  // A read of `x` has just been made, under its lock.
  void remember(const LocationClocks& x, std::uint32_t changes, bool acquired) {
    Seen& seen = at(x);
    seen = {&x, x.history.written(), changes << 1 | std::uint32_t{acquired}};
  }
  // Whether another one has no effect, if there have been `written` writes.
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
  static std::size_t entryOf(const LocationClocks& x) {
    return (reinterpret_cast<std::uintptr_t>(&x) >> 6) % kKept;
  }
  Seen& at(const LocationClocks& x) { return seen_[entryOf(x)]; }
  const Seen& at(const LocationClocks& x) const { return seen_[entryOf(x)]; }

  Seen seen_[kKept];
};

struct ThreadClocks {
  Epoch epoch = 0;  // of the thread itself
  ThreadIndex thread = 0;
  std::uint32_t unrecorded = 0;  // plain accesses that found no free word in the shadow
  std::uint32_t skipMask = 0;  // such an access is skipped if it has a bit of this in `unrecorded`
  std::uint32_t changes = 0;   // of S
  std::uint64_t scSeen = 0;    // changes of ScOrderState that the thread has acquired
  ClockBlock<4> clocks;
  Rereads rereads;
  ThreadPast past;  // RC11

  Clock current() const { return clocks[0]; }   // C
  Clock acquired() const { return clocks[1]; }  // A
  Clock released() const { return clocks[2]; }  // R
  Clock sc() const { return clocks[3]; }        // S
};

}  // namespace robur::runtime
