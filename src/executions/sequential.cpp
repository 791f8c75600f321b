#include "executions/sequential.h"

#include <algorithm>

namespace robur::executions {

namespace {

bool accesses(const LiveEvent& e) {
  return isReal(e) && e.kind != Kind::Fence;
}

}  // namespace

void Sequential::begin(const LiveGraph& g) {
  cells.resize(g.cellCount());
  for (const std::uint32_t cell : written) cells[cell].readers.clear();
  written = g.writtenCells();
  for (const std::uint32_t cell : written) {
    cells[cell].position = 0;
    cells[cell].readers.assign(g.lastPosition(cell) + 1, 0);
  }
  for (const EventRef ref : g.trail) {
    const LiveEvent& e = g[ref];
    if (reads(e) && !cells[e.cell].readers.empty()) {
      ++cells[e.cell].readers[g.positionOf(e.source)];
    }
  }
  next.assign(g.threadCount(), 1);
}

bool Sequential::ready(const LiveGraph& g, const LiveEvent& e, EventRef ref) const {
  if (!accesses(e)) return true;
  const Cell& cell = cells[e.cell];
  if (cell.readers.empty()) return true;
  if (reads(e) && !(e.source == g.writeAt(e.cell, cell.position))) return false;
  if (!writes(e)) return true;
  // An update is itself one of the reads from the write before it.
  const std::uint32_t others = cell.readers[cell.position] - (reads(e) ? 1 : 0);
  return others == 0 && cell.position < g.lastPosition(e.cell) &&
         g.writeAt(e.cell, cell.position + 1) == ref;
}

void Sequential::run(const LiveEvent& e) {
  if (!accesses(e)) return;
  Cell& cell = cells[e.cell];
  if (cell.readers.empty()) return;
  if (reads(e)) --cell.readers[cell.position];
  if (writes(e)) ++cell.position;
}

bool Sequential::operator()(const LiveGraph& g) {
  begin(g);
  for (bool moved = true; moved;) {
    moved = false;
    for (std::uint16_t t = 0; t < g.threadCount(); ++t) {
      const std::vector<LiveEvent>& events = g.threads[t].events;
      for (; next[t] < events.size(); ++next[t]) {
        const EventRef ref{t, static_cast<std::uint16_t>(next[t])};
        if (!ready(g, events[next[t]], ref)) break;
        run(events[next[t]]);
        moved = true;
      }
    }
  }
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    if (next[t] < g.threads[t].events.size()) return false;
  }
  return true;
}

}  // namespace robur::executions
