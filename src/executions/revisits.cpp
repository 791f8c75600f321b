// Backward revisits: which reads a new write is offered to, and the graphs that follow.
#include <algorithm>

#include "executions/enumerator.h"

namespace robur::executions {

// Finds the reads that the write revisits. It is not in modification order now.
void Enumerator::findRevisits(const LiveGraph& g, EventRef e) {
  const LiveEvent& write = g[e];
  const std::uint16_t* const past = g.past(e);
  std::size_t events = g.trail.size();  // that are not removed
  for (std::size_t j = g.trail.size(); j-- > 0;) {
    const EventRef f = g.trail[j];
    if (LiveGraph::knows(past, f)) continue;
    if (!isMaximal(g, f, past)) return;
    const LiveEvent& event = g[f];
    if (hasSource(event) && !event.plain && event.cell == write.cell) {
      explored.revisits.push_back({f, events, false});
    }
    --events;
  }
}

// Would the event, added now on top of what was there before it and of `past`, be just what it is?
bool Enumerator::isMaximal(const LiveGraph& g, EventRef f, const std::uint16_t* past) {
  const LiveEvent& event = g[f];
  if (event.plain || event.kind == Kind::Fence) return true;
  if (event.kind == Kind::Choice) return event.read == 0;
  const auto top = [&](std::uint32_t stamp) {
    for (std::uint32_t p = g.lastPosition(event.cell); p > 0; --p) {
      const EventRef w = g.writeAt(event.cell, p);
      if (g[w].writeStamp <= stamp || LiveGraph::knows(past, w)) return w;
    }
    return kInitial;
  };
  if (hasSource(event) && !(event.source == top(event.stamp))) return false;
  if (!writes(event)) return true;
  if (!(top(event.writeStamp) == f)) return false;
  if (!event.revisits) return true;
  // The read that it has revisited may be gone. A reader in `past` would have its source there too.
  return std::none_of(g.trail.begin(), g.trail.end(), [&](EventRef q) {
    const LiveEvent& reader = g[q];
    return hasSource(reader) && reader.source == f && reader.stamp <= event.writeStamp;
  });
}

void Enumerator::revisit(const LiveGraph& g, EventRef e, const Explored::Revisit& revisit) {
  Part part;
  part.entry = Part::Entry::Revisit;
  part.event = e;
  part.read = revisit.read;
  part.readStamp = g[revisit.read].stamp;
  part.readIsFence = g[revisit.read].scFence;
  part.depth = depth;
  part.graph = take();
  part.graph->restrict(g, revisit.read, g.past(e));
  if (isWanted(Step::Revisit, revisit.events)) {
    ++explored.incomplete;
    return common.share.give(*place, std::move(part));
  }
  readAgain(*part.graph, part);
  give(std::move(part.graph));
}

// The graph has been restricted. Places the write, and lets the read read from it. A wait that the
// write does not end stays blocked: that is of use only if the write is the last one (enumerate.h).
void Enumerator::readAgain(LiveGraph& h, const Part& part) {
  const EventRef e = part.event;
  const EventRef f = part.read;
  const std::uint32_t cell = h[e].cell;
  const bool ends = part.readIsFence || stepper.passes(h, before(f), cell, h[e].written);
  const std::uint32_t floor = ends ? floorOfWrite(h, e) : h.lastPosition(cell);
  Alternatives together(explored, 0, 0, false);
  forEachPosition(h, e, floor, together, [&](std::uint32_t p) {
    if (p < (ends ? admission.floor(h, before(f), cell) : h.lastPosition(cell))) return;
    look(h, e);  // it may have been inconsistent with what was removed
    if (ended) return;
    const EventRef again = h.appendAgain(f.thread, part.readStamp);
    const std::uint32_t stamp = h.stamp;
    LiveEvent& event = h[again];
    event.cell = cell;
    if (part.readIsFence) {
      event.kind = Kind::Update;
      event.scFence = true;
      event.order = Order::AcqRel;
      event.next = event.pc;
      readFence(h, again, e);
    } else if (!ends) {
      stepper.block(h, again, e);
    } else {
      stepper.readFrom(h, again, e, h[e].written);
      admission.setClocks(h, again);
    }
    h[e].revisits = true;
    readDone(h, again, p);
    h.stamp = stamp;
    h.removeAgain(f.thread);
  });
}

}  // namespace robur::executions
