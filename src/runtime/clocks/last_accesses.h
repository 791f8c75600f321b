// The last atomic accesses of one kind to a location, for races with plain ones.
//
// Of each thread the last access counts, with the index that another must know to come after it.
// But as long as each access comes after the one before, the newest speaks for all: clocks are
// handed over whole, so whoever comes after it comes after them. Most locations never have
// more, which saves them a clock; one that has two accesses beside each other gets it then.
#pragma once

#include "runtime/clocks/clock.h"

namespace robur::runtime {

class LastAccesses {
 public:
  // By the thread of this slot, whose C this is.
  void add(Slot slot, Clock current, Index need) {
    if (all_ != nullptr) {
      if (slot < width_) [[likely]] {
        all_[slot] = need;
        return;
      }
    } else if (slot == slot_ || current.at(slot_) >= need_) {
      slot_ = static_cast<std::uint16_t>(slot);
      need_ = need;
      return;
    }
    spread(slot, need);
  }

  // The first that `before(slot, need)` does not hold for, if there is one.
  template <class Before>
  bool someAfter(const Before& before, Slot& which) const {
    const std::uint32_t count = all_ == nullptr ? 1 : width_;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Slot slot = all_ == nullptr ? slot_ : i;
      const Index need = all_ == nullptr ? need_ : all_[i];
      if (need == 0 || before(slot, need)) continue;
      which = slot;
      return true;
    }
    return false;
  }

  void clear();

 private:
  void spread(Slot slot, Index need);  // one for each thread

  Index* all_ = nullptr;
  Index need_ = 0;  // of the only one, if it speaks for all
  std::uint16_t slot_ = 0;
  std::uint16_t width_ = 0;
};
static_assert(sizeof(LastAccesses) == 16);

}  // namespace robur::runtime
