// What is the same for all clocks: the model, and how much is kept.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/clocks/clock.h"

namespace robur::runtime {

enum class Model : std::uint8_t { Rc20, Ra, Sra, Tso };

// Set before the first access, and not changed any more.
struct RuleSettings {
  std::uint32_t window = 8;  // of a history; a power of two
  Model model = Model::Rc20;
  bool races = true;  // are plain accesses watched?
};
extern RuleSettings ruleSettings;

// Slots whose threads ended without being joined are given away again; what they wrote up to
// here counts as known to everybody, so that reuse can lose a report but never invent one.
inline constexpr Slot kMaxSlots = 4096;
extern Index retiredIndex[kMaxSlots];

// As wide as the clock of any thread so far.
extern std::atomic<std::uint32_t> widest;

}  // namespace robur::runtime
