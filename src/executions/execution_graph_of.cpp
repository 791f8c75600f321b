#include "executions/execution_graph_of.h"

#include <algorithm>

namespace robur::executions {

namespace {

Event eventOf(const LiveEvent& e, EventRef ref) {
  Event out;
  out.kind = e.kind == Kind::Read     ? Event::Kind::Read
             : e.kind == Kind::Write  ? Event::Kind::Write
             : e.kind == Kind::Update ? Event::Kind::Update
                                      : Event::Kind::Fence;
  out.locked = e.locked;
  out.scFence = e.scFence;
  out.thread = ThreadId{ref.thread};
  out.pc = e.pc;
  if (e.kind != Kind::Fence) out.cell = CellId{e.cell};
  out.order = e.order;
  if (reads(e)) out.read = e.read;
  if (writes(e)) out.written = e.written;
  return out;
}

}  // namespace

Translated executionGraphOf(const Program& program, const LiveGraph& g,
                            const std::vector<std::uint16_t>& ends) {
  Translated out{ExecutionGraph::initial(program), {}, {}};
  for (const ThreadTrack& track : g.threads) {
    out.event.emplace_back(track.events.size(), kNoEvent);
  }
  const auto idOf = [&](std::uint32_t cell, EventRef e) {
    return e == kInitial ? out.graph.modificationOrder[cell][0] : out.event[e.thread][e.index];
  };
  // As long as an event is left, one of them reads from an event that has been added.
  std::vector<std::size_t> next(g.threadCount(), 1);
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      const std::vector<LiveEvent>& events = g.threads[t].events;
      const std::size_t end = ends.empty() ? events.size() : ends[t] + std::size_t{1};
      for (; next[t] < end; ++next[t]) {
        const LiveEvent& e = events[next[t]];
        if (!isReal(e)) continue;
        const EventId source = reads(e) ? idOf(e.cell, e.source) : kNoEvent;
        if (reads(e) && source == kNoEvent) break;
        const EventId id{static_cast<std::uint32_t>(out.graph.size())};
        const EventRef ref{static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(next[t])};
        out.graph.events.push_back(eventOf(e, ref));
        out.graph.readsFrom.push_back(source);
        out.event[t][next[t]] = id;
        out.run.push_back(id);
        more = true;
      }
    }
  }
  for (const std::uint32_t cell : g.writtenCells()) {
    for (const EventRef w : g.order(cell)) {
      const EventId id = out.event[w.thread][w.index];
      if (id != kNoEvent) out.graph.modificationOrder[cell].push_back(id);
    }
  }
  return out;
}

}  // namespace robur::executions
