#include "runtime/clocks/history.h"

namespace robur::runtime {

Write& History::append() {
  if (size_ < window_) ++size_;
  ++written_;
  return newest() = Write{};
}

void History::recordReader(Slot reader, Index need) {
  if (recordCount_ < window_) {
    records_[recordCount_++] = {written_ - 1, reader, need};
  } else {
    ReadRecord& oldest = records_[nextRecord_++ & (window_ - 1)];
    const std::uint32_t age = written_ - 1 - oldest.number;
    if (age < size_) (*this)[size_ - 1 - age].lossy = true;
    oldest = {written_ - 1, reader, need};
  }
  newest().recorded = true;
}

}  // namespace robur::runtime
