// The last loads of a thread, to tell a loop that waits from one that does something.
//
// A loop that loads the same places from the same lines and finds the same values, again and
// again with nothing else in between, waits for somebody else. Loops of up to four loads are
// recognised at their third time round.
#pragma once

#include <cstdint>

namespace robur::runtime {

struct LoadSeen {
  const volatile void* address = nullptr;
  std::uint64_t value = 0;
  const void* pc = nullptr;

  bool operator==(const LoadSeen&) const = default;
};

class Loads {
 public:
  // Takes a load in; does it end the second repetition of the loads before it?
  bool repeats(const LoadSeen& load) {
    last_[count_++ % kKept] = load;
    for (std::uint32_t period = 1; period <= kKept / 3; ++period) {
      if (count_ >= 3 * period && same(period, 2 * period)) return true;
    }
    return false;
  }
  void forget() { count_ = 0; }

 private:
  static constexpr std::uint32_t kKept = 12;

  // Are the last `length` loads what was loaded `period` before each?
  bool same(std::uint32_t period, std::uint32_t length) const {
    for (std::uint32_t i = 1; i <= length; ++i) {
      if (last_[(count_ - i) % kKept] != last_[(count_ - i - period) % kKept]) return false;
    }
    return true;
  }

  LoadSeen last_[kKept];
  std::uint32_t count_ = 0;
};

}  // namespace robur::runtime
