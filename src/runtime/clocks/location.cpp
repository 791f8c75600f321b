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

}  // namespace

std::size_t LocationClocks::bytes(std::uint32_t width) {
  return History::bytes(ruleSettings.window) + std::size_t{width} * clockCount() * sizeof(Index);
}

void LocationClocks::lend(void* memory, std::uint32_t width) {
  history.place(memory, ruleSettings.window);
  width_ = static_cast<std::uint16_t>(width);
  lent_ = true;
}

void LocationClocks::widen(std::uint32_t width) {
  if (width <= width_) return;
  const std::size_t historyBytes = History::bytes(ruleSettings.window);
  auto* const wider = static_cast<char*>(allocate(bytes(width)));
  if (auto* const old = static_cast<char*>(history.memory())) {
    std::memcpy(wider, old, historyBytes);
    const std::size_t from = width_ * sizeof(Index), to = width * sizeof(Index);
    for (std::uint32_t i = 0; i < clockCount(); ++i) {
      std::memcpy(wider + historyBytes + i * to, old + historyBytes + i * from, from);
    }
    if (!lent_) release(old, bytes(width_));
  }
  history.place(wider, ruleSettings.window);
  width_ = static_cast<std::uint16_t>(width);
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
  history.place(nullptr, ruleSettings.window);
  width_ = 0;
}

}  // namespace robur::runtime
