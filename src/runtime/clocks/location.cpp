#include "runtime/clocks/location.h"

namespace robur::runtime {

RuleSettings ruleSettings;
Index retiredIndex[kMaxSlots];
std::atomic<std::uint32_t> widest{kLane};

namespace {

std::uint32_t clockCount() {
  if (ruleSettings.races) return 5;
  return ruleSettings.model == Model::Tso ? 4 : 3;
}

std::size_t clockBytes(std::uint32_t width) {
  return std::size_t{width} * clockCount() * sizeof(Index);
}

}  // namespace

std::size_t LocationClocks::bytes(std::uint32_t width) {
  return clockBytes(width) + History::bytes(ruleSettings.window);
}

void LocationClocks::place(void* memory, std::uint32_t width) {
  history.place(memory, clockBytes(width), ruleSettings.window);
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
    std::memcpy(wider + clockBytes(width), old + clockBytes(width_),
                History::bytes(ruleSettings.window));
    if (!lent_) release(old, bytes(width_));
  }
  place(wider, width);
  lent_ = false;
}

void LocationClocks::clear() {
  if (!started()) return;
  history.forgetAll();
  if (lent_) {
    std::memset(history.memory(), 0, bytes(width_));
    return;
  }
  release(history.memory(), bytes(width_));
  place(nullptr, 0);
}

}  // namespace robur::runtime
