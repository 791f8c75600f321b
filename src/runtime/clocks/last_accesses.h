// The last atomic accesses of one kind (reads or writes) to a location, for races with plain ones.
//
// For each thread the last access matters, with the epoch that another thread must know to happen
// after it. But while each access happens after the one before, the newest represents all of them:
// clocks are joined as a whole, so an event after the newest is after all. Most locations
// never need more than that one; a vector is allocated at the first pair of unordered accesses.
#pragma once

#include "runtime/clocks/clock.h"

namespace robur::runtime {

class LastAccesses {
 public:
  // An access by `thread`, whose clock C is `current`.
  void add(ThreadIndex thread, Clock current, Epoch need) {
    if (all_ != nullptr) {
      if (thread < width_) [[likely]] {
        all_[thread] = need;
        return;
      }
    } else if (thread == thread_ || current.at(thread_) >= need_) {
      thread_ = static_cast<std::uint16_t>(thread);
      need_ = need;
      return;
    }
    spread(thread, need);
  }

  // Whether there is an access for which `before(thread, need)` does not hold; `which` is its
  // thread.
  template <class Before>
  bool someAfter(const Before& before, ThreadIndex& which) const {
    const std::uint32_t count = all_ == nullptr ? 1 : width_;
    for (std::uint32_t i = 0; i < count; ++i) {
      const ThreadIndex thread = all_ == nullptr ? thread_ : i;
      const Epoch need = all_ == nullptr ? need_ : all_[i];
      if (need == 0 || before(thread, need)) continue;
      which = thread;
      return true;
    }
    return false;
  }

  void clear();

 private:
  void spread(ThreadIndex thread, Epoch need);  // from one access to a vector of them

  Epoch* all_ = nullptr;  // by thread; null while the newest access represents all
  Epoch need_ = 0;        // of the newest access
  std::uint16_t thread_ = 0;
  std::uint16_t width_ = 0;
};
static_assert(sizeof(LastAccesses) == 16);

}  // namespace robur::runtime
