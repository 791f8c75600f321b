#include "runtime/clocks/location.h"

namespace robur::runtime {

RuleSettings ruleSettings;
Index retiredIndex[kMaxSlots];
std::atomic<std::uint32_t> widest{kLane};

namespace {

std::uint32_t clockCount() {
  return ruleSettings.model == Model::Tso ? 4 : 3;
}

std::size_t clockBytes(std::uint32_t width) {
  return std::size_t{width} * clockCount() * sizeof(Index);
}
// What does not depend on the width.
std::size_t raceBytes() {
  return ruleSettings.races ? 2 * sizeof(LastAccesses) : 0;
}
std::size_t restBytes() {
  return raceBytes() + History::bytes(ruleSettings.window);
}

}  // namespace

std::size_t LocationClocks::bytes(std::uint32_t width) {
  return clockBytes(width) + restBytes();
}

void LocationClocks::place(void* memory, std::uint32_t width) {
  history.place(memory, clockBytes(width) + raceBytes(), ruleSettings.window);
  width_ = width & 0x7fff;
}

void LocationClocks::lend(void* memory, std::uint32_t width) {
  place(memory, width);
  lent_ = true;
}

void LocationClocks::widen(std::uint32_t width) {
  if (width <= width_) return;
  auto* const wider = static_cast<char*>(allocate(bytes(width)));
  if (char* const old = history.memory()) {
    for (std::uint32_t i = 0; i < clockCount(); ++i) {
      std::memcpy(wider + i * width * sizeof(Index), old + i * width_ * sizeof(Index),
                  width_ * sizeof(Index));
    }
    std::memcpy(wider + clockBytes(width), old + clockBytes(width_), restBytes());
    if (!lent_) release(old, bytes(width_));
  }
  place(wider, width);
  lent_ = false;
}

void LocationClocks::clear() {
  if (!started()) return;
  history.forgetAll();
  if (ruleSettings.races) {
    atomicWrites().clear();
    atomicReads().clear();
  }
  if (lent_) {
    std::memset(history.memory(), 0, bytes(width_));
    return;
  }
  release(history.memory(), bytes(width_));
  place(nullptr, 0);
}

}  // namespace robur::runtime
