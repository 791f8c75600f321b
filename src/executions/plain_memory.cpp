// Plain memory where races are errors. Clocks show whether what came before is ordered.
#include <optional>

#include "executions/enumerator.h"

namespace robur::executions {

namespace {

// An access to the cell of a plain write that does not happen before it.
std::optional<EventRef> unorderedWith(const LiveGraph& g, EventRef e) {
  const std::uint32_t cell = g[e].cell;
  const EventRef lastWrite = g.lastWrite(cell);
  const std::uint16_t* const known = g.happens(e);
  if (lastWrite != kInitial && !LiveGraph::knows(known, lastWrite)) return lastWrite;
  // Reads of earlier writes happen before the last one.
  for (const EventRef q : g.trail) {
    const LiveEvent& reader = g[q];
    if (reads(reader) && reader.cell == cell && reader.source == lastWrite &&
        !LiveGraph::knows(known, q)) {
      return q;
    }
  }
  return std::nullopt;
}

}  // namespace

void Enumerator::readPlain(LiveGraph& g, EventRef e) {
  const EventRef source = g[e].source;
  if (source != kInitial && !LiveGraph::knows(g.happens(e), source)) return race(g, source, e);
  continueFrom(g, e);
}

void Enumerator::writePlain(LiveGraph& g, EventRef e) {
  const std::uint32_t cell = g[e].cell;
  const std::optional<EventRef> raced = unorderedWith(g, e);
  const std::uint32_t stamp = g.stamp;
  g[e].writeStamp = g.stamp++;
  const std::uint32_t p = g.lastPosition(cell) + 1;
  g.place(e, p);
  raced ? race(g, *raced, e) : continueFrom(g, e);
  g.unplace(cell, p);
  g.stamp = stamp;
}

void Enumerator::race(const LiveGraph& g, EventRef first, EventRef second) {
  if (visitor.onRace(g, first, second)) end(Enumeration::End::Visitor);
}

}  // namespace robur::executions
