#include "runtime/clocks/last_accesses.h"

#include "runtime/state/runtime.h"

namespace robur::runtime {

void LastAccesses::spread(ThreadIndex thread, Epoch need) {
  std::uint32_t width = rt.widest.load(std::memory_order_relaxed);
  for (const ThreadIndex s : {thread, ThreadIndex{thread_}})
    width = width < widthFor(s) ? widthFor(s) : width;
  auto* const all = allocateArray<Epoch>(width);
  if (all_ == nullptr) {
    all[thread_] = need_;
  } else {
    std::memcpy(all, all_, width_ * sizeof(Epoch));
    release(all_, width_ * sizeof(Epoch));
  }
  all[thread] = need;
  all_ = all;
  width_ = static_cast<std::uint16_t>(width);
}

void LastAccesses::clear() {
  release(all_, width_ * sizeof(Epoch));
  *this = {};
}

}  // namespace robur::runtime
