#include "runtime/clocks/history.h"

namespace robur::runtime {

void History::forgetRecordsOf(std::uint16_t number) {
  for (std::uint16_t r = 0; r < recordCount_;) {
    if (records()[r].number == number) {
      records()[r] = records()[--recordCount_];
    } else {
      ++r;
    }
  }
}

void History::recordReader(Slot reader, Index need) {
  const ReadRecord fresh{need, static_cast<std::uint16_t>(reader),
                         static_cast<std::uint16_t>(written_ - 1)};
  if (recordCount_ <= last_) {
    records()[recordCount_++] = fresh;
  } else {
    ReadRecord& victim = records()[need & last_];  // any
    (*this)[static_cast<std::uint16_t>(victim.number - start())].lossy = true;
    victim = fresh;
  }
  (*this)[size_ - 1U].recorded = true;
}

void History::forgetAll() {
  __atomic_store_n(&written_, written_ + 1, __ATOMIC_RELAXED);
  size_ = recordCount_ = 0;
}

}  // namespace robur::runtime
