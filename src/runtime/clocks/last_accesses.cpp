#include "runtime/clocks/last_accesses.h"

#include "runtime/clocks/settings.h"

namespace robur::runtime {

void LastAccesses::spread(Slot slot, Index need) {
  std::uint32_t width = widest.load(std::memory_order_relaxed);
  for (const Slot s : {slot, Slot{slot_}}) width = width < widthFor(s) ? widthFor(s) : width;
  auto* const all = allocateArray<Index>(width);
  if (all_ == nullptr) {
    all[slot_] = need_;
  } else {
    std::memcpy(all, all_, width_ * sizeof(Index));
    release(all_, width_ * sizeof(Index));
  }
  all[slot] = need;
  all_ = all;
  width_ = static_cast<std::uint16_t>(width);
}

void LastAccesses::clear() {
  release(all_, width_ * sizeof(Index));
  *this = {};
}

}  // namespace robur::runtime
