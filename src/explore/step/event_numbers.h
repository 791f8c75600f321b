// The part of a step that its effect on the monitor depends on, numbered.
#pragma once

#include <cstdint>
#include <map>

#include "explore/step/local_steps.h"
#include "models/monitored_cells.h"
#include "program/validate.h"
#include "semantics/machine.h"

namespace robur {

class EventNumbers {
 public:
  static constexpr std::uint32_t kUnseen = ~0u;       // a step that the monitor does not observe
  static constexpr std::uint32_t kSorting = ~0u - 1;  // threads change places

  // Not steps, but operations on sets of columns.
  static constexpr std::uint32_t kWithout = ~0u - 2;
  static constexpr std::uint32_t kBoth = ~0u - 3;

  explicit EventNumbers(const MonitoredCells& monitored) : monitored(monitored) {}

  // x: the index of the cell that is accessed, if it is monitored.
  std::uint32_t of(unsigned t, LocalStep& step, unsigned x) {
    if (step.event == LocalStep::kNoEvent) step.event = add(step.action, x);
    return step.event << kThreadBits | t;
  }

 private:
  struct Event {
    Action::Kind kind{};
    bool cas = false;
    Order order{};
    std::uint32_t cell = kNoCell;
    unsigned oldClass = kNotMonitored;

    friend auto operator<=>(const Event&, const Event&) = default;
  };
  static constexpr unsigned kThreadBits = 6;
  static_assert(kMaxThreads <= 1u << kThreadBits);

  std::uint32_t add(const Action& a, unsigned x) {
    const bool written = a.kind == Action::Kind::Write || a.kind == Action::Kind::Update;
    Event event{a.kind, a.op == Instr::Op::Cas, a.order, kNoCell, kNotMonitored};
    if (a.kind != Action::Kind::Fence) event.cell = a.cell;
    if (written && x != kNotMonitored) event.oldClass = monitored.classOf(x, a.read);
    return numbers.emplace(event, static_cast<std::uint32_t>(numbers.size())).first->second;
  }

  const MonitoredCells& monitored;
  std::map<Event, std::uint32_t> numbers;
};

}  // namespace robur
