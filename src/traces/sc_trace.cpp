#include "traces/sc_trace.h"

#include <algorithm>

#include "program/internal_error.h"

namespace robur::traces {

namespace {

constexpr unsigned kVectorEntries = 8;  // 16-bit entries of a clock in a vector register

}  // namespace

ScTrace::ScTrace(const Machine& machine)
    : stride((machine.threadCount() + kVectorEntries - 1) / kVectorEntries * kVectorEntries),
      first(machine.threadCount()),
      slotOfCell(machine.cellCount() + 1, kNoSlot) {}

void ScTrace::number(const LiveGraph& g) {
  count = 0;
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    first[t] = count;
    count += static_cast<std::uint32_t>(g.threads[t].events.size());
  }
  clocks.assign(std::size_t{count} * stride, 0);
  positions.assign(count, 0);
  readers.assign(count, 0);
  firstReader.assign(count, kInitial);
  nextReader.assign(count, kInitial);
  for (const Slot& slot : slots) slotOfCell[slot.cell] = kNoSlot;
  slots.clear();
  for (const std::uint32_t cell : g.writtenCells()) {
    const std::vector<EventRef>& writes = g.order(cell);
    if (writes.empty()) continue;
    slotOfCell[cell] = slotCount();
    slots.push_back({.cell = cell});
    for (std::uint32_t i = 0; i < writes.size(); ++i) positions[idOf(writes[i])] = i + 1;
  }
  slotClocks.assign(std::size_t{slotCount()} * 2 * stride, 0);
}

void ScTrace::linkReaders(const LiveGraph& g) {
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    const std::vector<LiveEvent>& events = g.threads[t].events;
    for (std::uint32_t i = 1; i < events.size(); ++i) {
      const LiveEvent& event = events[i];
      if (!reads(event) || slotOfCell[event.cell] == kNoSlot) continue;
      const EventRef e{static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(i)};
      if (event.source == kInitial) {
        ++slots[slotOfCell[event.cell]].initialReaders;
        continue;
      }
      ++readers[idOf(event.source)];
      nextReader[idOf(e)] = firstReader[idOf(event.source)];
      firstReader[idOf(event.source)] = e;
    }
  }
  for (Slot& slot : slots) slot.unread = slot.initialReaders;
}

// Can the event be the next one? A read needs its source to be the last write; a write needs its
// predecessor in modification order to be the last one, and to have been read by all its readers.
bool ScTrace::ready(const LiveEvent& event, EventRef e) const {
  if (!reads(event) && !writes(event)) return true;
  const std::uint32_t number = slotOfCell[event.cell];
  if (number == kNoSlot) return true;
  const Slot& slot = slots[number];
  if (reads(event) && positionOf(event.source) != slot.executed) return false;
  if (!writes(event)) return true;
  const std::uint32_t itself = reads(event) ? 1 : 0;
  return positions[idOf(e)] == slot.executed + 1 && slot.unread == itself;
}

void ScTrace::execute(const LiveEvent& event, EventRef e) {
  std::uint16_t* const clock = clockOf(e);
  std::copy_n(clockOf(poPredecessor(e)), stride, clock);
  clock[e.thread] = e.index;
  order.push_back(e);
  if (!reads(event) && !writes(event)) return;
  const std::uint32_t number = slotOfCell[event.cell];
  if (number == kNoSlot) return;
  Slot& slot = slots[number];
  std::uint16_t* const written = lastWriteClock(number);
  std::uint16_t* const accessed = accessesClock(number);
  if (writes(event)) {
    join(clock, accessed);
    std::copy_n(clock, stride, written);
    std::copy_n(clock, stride, accessed);
    ++slot.executed;
    slot.unread = readers[idOf(e)];
  } else {
    join(clock, written);
    join(accessed, clock);
    --slot.unread;
  }
}

void ScTrace::assign(const LiveGraph& g) {
  source = &g;
  number(g);
  linkReaders(g);
  order.clear();
  std::vector<std::uint32_t> next(g.threadCount(), 1);
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      const std::vector<LiveEvent>& events = g.threads[t].events;
      for (; next[t] < events.size(); ++next[t], more = true) {
        const EventRef e{static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(next[t])};
        if (!ready(events[next[t]], e)) break;
        execute(events[next[t]], e);
      }
    }
  }
  if (order.size() + g.threadCount() != count) {
    throw InternalError("a graph of the enumeration is not that of an SC run");
  }
}

}  // namespace robur::traces
