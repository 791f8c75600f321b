// Threads whose atomic accesses need not look for plain ones that they race with.
//
// A thread that has looked and found itself after all plain accesses need not look again until
// there is another one. Nor need a thread that comes after the one that has looked last: clocks are
// handed over whole, so it comes after all that the other came after. Where threads talk to each
// other, one look is enough for all of them.
#pragma once

#include "runtime/clocks/thread_clocks.h"

namespace robur::runtime {

class AfterPlain {
 public:
  bool holdsFor(const ThreadClocks& t) const {
    if (t.slot < 32 && (looked_ >> t.slot & 1) != 0) return true;
    // The slot may have gone to another thread, which says nothing about the old one.
    return need_ != 0 && t.current().at(slot_) >= need_ && need_ > retiredIndex[slot_];
  }
  // Whoever knows `need` of this thread comes after its access; `clean` if there was no race, which
  // is told once.
  void looked(const ThreadClocks& t, Index need, bool clean) {
    if (t.slot < 32) looked_ |= std::uint32_t{1} << t.slot;
    if (!clean) return;
    slot_ = static_cast<std::uint16_t>(t.slot);
    need_ = need;
  }
  void forget() { *this = {}; }

 private:
  std::uint32_t looked_ = 0;  // bits of slots
  Index need_ = 0;
  std::uint16_t slot_ = 0;
};

}  // namespace robur::runtime
