// An execution graph of an SC run, in the order of such a run.
//
// The graphs of the enumeration are lists per thread and per cell. A trace puts their events into
// an order that respects program order, reads-from, modification order and reads-before, as an SC
// machine could execute them, and gives each event the clock of what SC orders before it: hbSC, the
// closure of these four. Runs with the same graph are the linearisations of one hbSC, so the clocks
// do not depend on which of them was chosen.
#pragma once

#include <cstdint>
#include <vector>

#include "executions/live_graph.h"
#include "semantics/machine.h"

namespace robur::traces {

using executions::EventRef;
using executions::Kind;
using executions::kInitial;
using executions::LiveEvent;
using executions::LiveGraph;

constexpr EventRef poPredecessor(EventRef e) {
  return {e.thread, static_cast<std::uint16_t>(e.index - 1)};
}

class ScTrace {
 public:
  explicit ScTrace(const Machine& machine);

  // Orders the events of the graph, which must outlive the trace. Throws InternalError if no SC run
  // has this graph.
  void assign(const LiveGraph& g);

  const LiveGraph& graph() const { return *source; }
  // All events but the starts of threads, in the order of an SC run.
  const std::vector<EventRef>& run() const { return order; }

  // A number for each event, below eventCount().
  std::uint32_t idOf(EventRef e) const { return first[e.thread] + e.index; }
  std::uint32_t eventCount() const { return count; }

  // The events that SC orders before e, e included: per thread, the index of the last one.
  const std::uint16_t* past(EventRef e) const {
    return clocks.data() + std::size_t{idOf(e)} * stride;
  }
  unsigned clockSize() const { return stride; }

  // The cells with a write besides the initial one are numbered; kNoSlot: there is none.
  static constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};
  std::uint32_t slotOf(std::uint32_t cell) const { return slotOfCell[cell]; }
  std::uint32_t slotCount() const { return static_cast<std::uint32_t>(slots.size()); }

  // The position of a write in the modification order of its cell.
  std::uint32_t positionOf(EventRef write) const {
    return write == kInitial ? 0 : positions[idOf(write)];
  }
  // Calls `then` with every event that reads from the write, until it returns true; returns whether
  // it did. The write is not an initial one.
  template <class Then>
  bool anyReader(EventRef write, const Then& then) const {
    for (EventRef r = firstReader[idOf(write)]; r != kInitial; r = nextReader[idOf(r)]) {
      if (then(r)) return true;
    }
    return false;
  }

 private:
  struct Slot {
    std::uint32_t cell = 0;
    std::uint32_t executed = 0;  // position of its last write so far
    std::uint32_t unread = 0;    // readers of that write that are still to come
    std::uint32_t initialReaders = 0;
  };

  void number(const LiveGraph& g);
  void linkReaders(const LiveGraph& g);
  bool ready(const LiveEvent& event, EventRef e) const;
  void execute(const LiveEvent& event, EventRef e);
  std::uint16_t* clockOf(EventRef e) { return clocks.data() + std::size_t{idOf(e)} * stride; }
  // The clocks of a slot: of its last write, and of all accesses so far.
  std::uint16_t* lastWriteClock(std::uint32_t slot) {
    return slotClocks.data() + std::size_t{slot} * 2 * stride;
  }
  std::uint16_t* accessesClock(std::uint32_t slot) { return lastWriteClock(slot) + stride; }
  void join(std::uint16_t* into, const std::uint16_t* from) const {
    for (unsigned i = 0; i < stride; ++i) into[i] = into[i] < from[i] ? from[i] : into[i];
  }

  const LiveGraph* source = nullptr;
  unsigned stride;
  std::uint32_t count = 0;
  std::vector<std::uint32_t> first;  // per thread: the number of its start
  std::vector<EventRef> order;
  std::vector<std::uint16_t> clocks;
  std::vector<std::uint32_t> positions;  // of writes
  std::vector<std::uint32_t> readers;    // how many read from the event
  std::vector<EventRef> firstReader;
  std::vector<EventRef> nextReader;
  std::vector<std::uint32_t> slotOfCell;
  std::vector<Slot> slots;
  std::vector<std::uint16_t> slotClocks;
};

}  // namespace robur::traces
