#include "runtime/clocks/history.h"

#include <new>

namespace robur::runtime {

void Write::addRecord(Slot reader, Index need) {
  if (records == kRecords) {
    lossy = true;
  } else {
    record[records++] = {reader, need};
  }
}

void History::append(const Write& write, std::uint32_t window) {
  if (size_ == window) {
    start_ = (start_ + 1) & (capacity_ - 1);
    --size_;
  } else if (size_ == capacity_) {
    grow();
  }
  (*this)[size_] = write;
  ++size_;
}

void History::clear() {
  release(ring_, capacity_ * sizeof(Write));
  *this = History();
}

void History::grow() {
  const std::uint32_t capacity = capacity_ == 0 ? 2 : capacity_ * 2;
  Write* const ring = allocateArray<Write>(capacity);
  for (std::uint32_t i = 0; i < size_; ++i) new (&ring[i]) Write((*this)[i]);
  release(ring_, capacity_ * sizeof(Write));
  ring_ = ring;
  capacity_ = capacity;
  start_ = 0;
}

}  // namespace robur::runtime
