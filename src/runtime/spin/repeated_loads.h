// The last loads of a thread under a controlled schedule, to recognise a loop that only waits.
//
// A loop that loads the same addresses at the same program counters and gets the same values each
// time, with nothing else in between, waits for another thread. Loops of up to four loads are
// recognised in their third iteration.
#pragma once

#include <cstdint>

namespace robur::runtime {

struct LoadRecord {
  const volatile void* address = nullptr;
  std::uint64_t value = 0;
  const void* pc = nullptr;

  bool operator==(const LoadRecord&) const = default;
};

class RepeatedLoads {
 public:
  // Records a load; returns whether it completes the second repetition of the loads before it.
  bool add(const LoadRecord& load) {
    last_[count_++ % kKept] = load;
    for (std::uint32_t period = 1; period <= kKept / 3; ++period) {
      if (count_ >= 3 * period && same(period, 2 * period)) return true;
    }
    return false;
  }
  void clear() { count_ = 0; }

 private:
  static constexpr std::uint32_t kKept = 12;

  // Whether the last `length` loads equal the loads `period` before them.
  bool same(std::uint32_t period, std::uint32_t length) const {
    for (std::uint32_t i = 1; i <= length; ++i) {
      if (last_[(count_ - i) % kKept] != last_[(count_ - i - period) % kKept]) return false;
    }
    return true;
  }

  LoadRecord last_[kKept];
  std::uint32_t count_ = 0;
};

}  // namespace robur::runtime
