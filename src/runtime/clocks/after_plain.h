// Threads whose atomic accesses to a location need not be checked against plain accesses.
//
// A thread that has checked them and happens after all of them need not check again until there is
// a new plain access. The same holds for a thread that happens after the last one that checked:
// clocks are joined as a whole, so it happens after everything that the other happened after. If
// threads synchronise with each other, one check suffices for all of them.
#pragma once

#include "runtime/clocks/thread_clocks.h"

namespace robur::runtime {

class AfterPlain {
 public:
  bool holdsFor(const ThreadClocks& t) const {
    if (t.thread < 32 && (checked_ >> t.thread & 1) != 0) return true;
    // The index may have been given to a new thread, whose epochs say nothing about the old one.
    return need_ != 0 && t.current().at(thread_) >= need_ && need_ > tables.retired[thread_];
  }
  // Thread `t` has checked. Threads that know its epoch `need` happen after the access. `clean`
  // if there was no race; otherwise only `t` is exempt, because a race is reported once.
  void checked(const ThreadClocks& t, Epoch need, bool clean) {
    if (t.thread < 32) checked_ |= std::uint32_t{1} << t.thread;
    if (!clean) return;
    thread_ = static_cast<std::uint16_t>(t.thread);
    need_ = need;
  }
  void forget() { *this = {}; }

 private:
  std::uint32_t checked_ = 0;  // a bit for each of the first thread indices
  Epoch need_ = 0;
  std::uint16_t thread_ = 0;
};

}  // namespace robur::runtime
