#include "runtime/clocks/location.h"

#include <bit>

#include "runtime/clocks/atomic_accesses.h"

namespace robur::runtime {

RuleSettings ruleSettings;
Index retiredIndex[kMaxSlots];
std::atomic<std::uint32_t> widest{kNarrowest};

void LocationClocks::widen(std::uint32_t width) {
  const std::uint32_t old = this->width();
  if (width <= old) return;
  auto* const wider = static_cast<Index*>(allocate(clockBytes(width)));
  for (std::uint32_t i = 0; i < clockCount(); ++i) {
    std::memcpy(wider + i * width, components() + i * old, old * sizeof(Index));
  }
  if (history.head.moved != 0) {
    runtime::release(components(), clockBytes(old));
  } else {
    // Not the first, which is in the line of the head.
    releaseLines(behind() + 1, clockBytes(old) - sizeof(Index));
  }
  *behind() = arenaPlaceOf(wider);
  history.head.moved = 1;
  history.head.lanes = (width / kLane) & 0x7ff;
}

void LocationClocks::clear() {
  if (!started()) return;
  history.forgetAll();
  if (ruleSettings.races) atomicAccesses().clear();
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

// Whoever has looked for plain accesses has not looked at all bytes.
void LocationClocks::resize(std::uint64_t size) {
  history.head.logSize = static_cast<std::uint32_t>(std::countr_zero(size)) & 7;
  if (!ruleSettings.races) return;
  atomicAccesses().afterAll.forget();
  atomicAccesses().afterWrites.forget();
}

}  // namespace robur::runtime
