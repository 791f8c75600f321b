#include "runtime/clocks/history.h"

namespace robur::runtime {

std::uint32_t History::recordCount() const {
  std::uint32_t count = 0;
  while (count <= last() && records()[count].need != 0) ++count;
  return count;
}

void History::forgetRecordsOf(std::uint16_t number) {
  std::uint32_t count = recordCount();
  for (std::uint32_t r = 0; r < count;) {
    if (records()[r].number != number) {
      ++r;
      continue;
    }
    records()[r] = records()[--count];
    records()[count] = {};
  }
  head.recorded = count > 0;
}

void History::recordReader(ThreadIndex reader, Epoch need) {
  const ReadRecord fresh{need, static_cast<std::uint16_t>(reader),
                         static_cast<std::uint16_t>(head.written - 1)};
  const std::uint32_t count = recordCount();
  if (count <= last()) {
    records()[count] = fresh;
  } else {
    ReadRecord& victim = records()[need & last()];  // any
    (*this)[static_cast<std::uint16_t>(victim.number - start())].lossy = true;
    noteLoss(Loss::ReadRecords);
    victim = fresh;
  }
  (*this)[head.size - 1U].recorded = true;
  head.recorded = true;
}

void History::forgetAll() {
  __atomic_store_n(&head.written, head.written + 1, __ATOMIC_RELAXED);
  head.size = 0;
  head.recorded = false;
  std::memset(static_cast<void*>(records()), 0, rt.rules.window * sizeof(ReadRecord));
}

}  // namespace robur::runtime
