#include "runtime/clocks/location.h"

#include <bit>

#include "runtime/clocks/atomic_accesses.h"

namespace robur::runtime {

void LocationClocks::widen(std::uint32_t width) {
  const std::uint32_t old = this->width();
  if (width <= old) return;
  auto* const wider = static_cast<Epoch*>(allocate(clockBytes(width)));
  for (std::uint32_t i = 0; i < clockCount(); ++i) {
    std::memcpy(wider + i * width, components() + i * old, old * sizeof(Epoch));
  }
  if (history.head.moved != 0) {
    runtime::release(components(), clockBytes(old));
  } else {
    // Without the first component, which becomes the reference to the new clocks.
    releaseLines(behind() + 1, clockBytes(old) - sizeof(Epoch));
  }
  *behind() = arenaOffsetOf(wider);
  history.head.moved = 1;
  history.head.lanes = (width / kLane) & 0x7ff;
}

void LocationClocks::clear() {
  if (!started()) return;
  history.forgetAll();
  name().past = {};  // what comes is another location
  if (rt.rules.races) atomicAccesses().clear();
  std::memset(components(), 0, clockBytes(width()));
}

void LocationClocks::release() {
  clear();
  char* const block = reinterpret_cast<char*>(this) - bytesInFront();
  if (history.head.moved != 0) {
    runtime::release(components(), clockBytes(width()));
    releaseLines(block, bytesInFront());
  } else {
    runtime::release(block, bytes(width()));
  }
}

// Threads that have checked plain accesses have not checked the additional bytes.
void LocationClocks::resize(std::uint64_t size) {
  history.head.logSize = static_cast<std::uint32_t>(std::countr_zero(size)) & 7;
  if (!rt.rules.races) return;
  atomicAccesses().afterAll.forget();
  atomicAccesses().afterWrites.forget();
}

}  // namespace robur::runtime
