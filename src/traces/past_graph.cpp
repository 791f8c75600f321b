#include "traces/past_graph.h"

#include <unordered_map>

namespace robur::traces {

namespace {

Event eventOf(const LiveEvent& e, EventRef ref, CellId cell) {
  Event out;
  out.kind = e.kind == Kind::Read     ? Event::Kind::Read
             : e.kind == Kind::Write  ? Event::Kind::Write
             : e.kind == Kind::Update ? Event::Kind::Update
                                      : Event::Kind::Fence;
  out.locked = e.locked;
  out.scFence = e.scFence;
  out.thread = ThreadId{ref.thread};
  out.pc = e.pc;
  out.cell = cell;
  out.order = e.order;
  if (reads(e)) out.read = e.read;
  if (writes(e)) out.written = e.written;
  return out;
}

}  // namespace

ExecutionGraph graphOfPast(const ScTrace& trace, const std::uint16_t* clock, Event access,
                           std::uint32_t position) {
  const LiveGraph& g = trace.graph();
  const auto isIn = [&](EventRef e) { return e.index <= clock[e.thread] && isReal(g[e]); };
  // Initial writes come first.
  std::unordered_map<std::uint32_t, CellId> numbers;
  ExecutionGraph out;
  const auto addCell = [&](std::uint32_t cell) {
    const CellId next{static_cast<std::uint32_t>(numbers.size())};
    if (!numbers.emplace(cell, next).second) return;
    Event init{.kind = Event::Kind::Write, .init = true, .cell = next};
    init.written = g.valueOf(cell, kInitial);
    out.modificationOrder.push_back({EventId{static_cast<std::uint32_t>(out.size())}});
    out.events.push_back(init);
    out.readsFrom.push_back(kNoEvent);
  };
  addCell(raw(access.cell));
  for (const EventRef e : trace.run()) {
    if (isIn(e) && g[e].kind != Kind::Fence) addCell(g[e].cell);
  }
  // The order of the run is one in which each event takes what is last.
  for (const EventRef e : trace.run()) {
    if (!isIn(e)) continue;
    const LiveEvent& event = g[e];
    if (event.kind == Kind::Fence) {
      out.add(eventOf(event, e, CellId{}), kNoEvent);
    } else {
      const CellId cell = numbers.at(event.cell);
      out.add(eventOf(event, e, cell), out.lastWrite(cell));
    }
  }
  access.cell = numbers.at(raw(access.cell));
  out.add(access, out.modificationOrder[raw(access.cell)][position]);
  return out;
}

}  // namespace robur::traces
