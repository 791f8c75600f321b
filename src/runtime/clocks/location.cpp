#include "runtime/clocks/location.h"

#include <bit>

#include "runtime/clocks/atomic_accesses.h"

namespace robur::runtime {

RuleSettings ruleSettings;
Index retiredIndex[kMaxSlots];
std::atomic<std::uint32_t> widest{kLane};

LocationClocks::LocationClocks(std::uint32_t width)
    : clocks_(arenaPlaceOf(this + 1)), lanes_((width / kLane) & 0xfff) {}

void LocationClocks::widen(std::uint32_t width) {
  const std::uint32_t old = this->width();
  if (width <= old) return;
  auto* const wider = static_cast<Index*>(allocate(clockBytes(width)));
  for (std::uint32_t i = 0; i < clockCount(); ++i) {
    std::memcpy(wider + i * width, components() + i * old, old * sizeof(Index));
  }
  if (clocksAreBehind()) {
    releaseLines(components(), clockBytes(old));
  } else {
    runtime::release(components(), clockBytes(old));
  }
  clocks_ = arenaPlaceOf(wider);
  lanes_ = (width / kLane) & 0xfff;
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
  if (clocksAreBehind()) {
    runtime::release(block, bytes(width()));
  } else {
    runtime::release(components(), clockBytes(width()));
    releaseLines(block, bytesInFront());
  }
}

// Whoever has looked for plain accesses has not looked at all bytes.
void LocationClocks::resize(std::uint64_t size) {
  logSize_ = static_cast<std::uint64_t>(std::countr_zero(size)) & 7;
  if (!ruleSettings.races) return;
  atomicAccesses().afterAll.forget();
  atomicAccesses().afterWrites.forget();
}

}  // namespace robur::runtime
