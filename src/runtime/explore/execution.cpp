#include "runtime/explore/execution.h"

namespace robur::runtime {

void Execution::clear() {
  earlierSize_ = events_.size();
  events_.clear();
  clocks_.clear();
  for (int t = 0; t < kMaxExplored; ++t) clocks_.push({});
  ++run_;
  used_ = 0;
}

const ExecutedEvent& Execution::append(int thread, const Action& action, std::uint64_t before) {
  Past& clock = clocks_[static_cast<std::uint32_t>(thread)];
  std::uint32_t& last = slotOf(action.object).last;
  ExecutedEvent event;
  event.step = {action, static_cast<std::uint8_t>(thread), action.writesAt(before)};
  event.before = before;
  event.previous = last;
  event.own = clock;
  // The last write, and for a write also the reads since then.
  for (std::uint32_t at = last; at != 0; at = events_[at - 1].previous) {
    const ExecutedEvent& earlier = events_[at - 1];
    if (event.step.writes || earlier.step.writes) clock.join(earlier.past);
    if (earlier.step.writes) break;
  }
  event.index = ++clock.of[thread];
  event.past = clock;
  events_.push(event);
  last = events_.size();
  return events_.back();
}

void Execution::follow(int thread, int other) {
  clocks_[static_cast<std::uint32_t>(thread)].join(known(other));
}

std::uint32_t Execution::lastOn(std::uint64_t object) {
  return slotOf(object).last;
}

Execution::Slot& Execution::slotOf(std::uint64_t object) {
  constexpr std::uint32_t kFirst = 64;
  if (2 * (used_ + 1) > slots_.size()) {
    // Entered anew from the events, which are what the table is derived from.
    const std::uint32_t size = slots_.size() == 0 ? kFirst : 2 * slots_.size();
    slots_.clear();
    for (std::uint32_t i = 0; i < size; ++i) slots_.push({});
    used_ = 0;
    for (std::uint32_t i = 0; i < events_.size(); ++i) {
      slotOf(events_[i].step.action.object).last = i + 1;
    }
  }
  const std::uint32_t mask = slots_.size() - 1;
  for (auto i = static_cast<std::uint32_t>(object * 0x9e3779b97f4a7c15 >> 40);; ++i) {
    Slot& slot = slots_[i & mask];
    if (slot.run == run_ && slot.object == object) return slot;
    if (slot.run == run_) continue;
    slot = {object, run_, 0};
    ++used_;
    return slot;
  }
}

}  // namespace robur::runtime
