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
  const std::uint32_t window = ruleSettings.window;
  return History::writeBytes(window) + clockBytes(width) + History::restBytes(window);
}

void LocationClocks::place(void* memory, std::uint32_t width) {
  const std::uint32_t window = ruleSettings.window;
  history.place(memory, window, History::writeBytes(window) + clockBytes(width));
  width_ = static_cast<std::uint16_t>(width);
}

void LocationClocks::lend(void* memory, std::uint32_t width) {
  place(memory, width);
  lent_ = true;
}

void LocationClocks::widen(std::uint32_t width) {
  if (width <= width_) return;
  auto* const wider = static_cast<char*>(allocate(bytes(width)));
  if (auto* const old = static_cast<char*>(history.memory())) {
    const std::size_t writes = History::writeBytes(ruleSettings.window);
    std::memcpy(wider, old, writes);
    for (std::uint32_t i = 0; i < clockCount(); ++i) {
      std::memcpy(wider + writes + i * width * sizeof(Index),
                  old + writes + i * width_ * sizeof(Index), width_ * sizeof(Index));
    }
    std::memcpy(wider + writes + clockBytes(width), old + writes + clockBytes(width_),
                History::restBytes(ruleSettings.window));
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
