#include "executions/admission.h"

#include <algorithm>

#include "program/model_info.h"

namespace robur::executions {

namespace {

// How many threads have sc events, which only the order between threads restricts.
unsigned threadsWithScEvents(const Machine& machine, bool fences) {
  unsigned count = 0;
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    const std::vector<CompiledInstr>& code = machine.thread(t).instrs;
    count += std::any_of(code.begin(), code.end(), [&](const CompiledInstr& in) {
      if (in.op == Instr::Op::Fence) return fences && in.order == Order::Sc;
      return in.order == Order::Sc || (in.op == Instr::Op::Cas && in.failOrder == Order::Sc);
    });
  }
  return count;
}

bool hasPlainCells(const Machine& machine) {
  for (unsigned c = 0; c < machine.cellCount(); ++c) {
    if (!machine.cellAtomic(c)) return true;
  }
  return false;
}

}  // namespace

Admission::Admission(const Machine& machine, ModelName model, ModelName eventsOf) {
  const ModelInfo& info = infoOf(eventsOf);
  racy = hasPlainCells(machine) && info.races != DataRaces::None;
  fencesUpdate = info.scFence == ScFence::Update;
  switch (model) {
    case ModelName::Sc:
      // Races are those of the other model, so that its happens-before is needed.
      clocks = racy && info.races == DataRaces::Synchronised ? Clocks::Synchronised : Clocks::Whole;
      beyond = Beyond::GlobalOrder;
      buffers = Buffers::None;
      break;
    case ModelName::Tso:
      clocks = Clocks::Whole;
      beyond = Beyond::GlobalOrder;
      buffers = Buffers::OnePerThread;
      break;
    case ModelName::Pso:
      clocks = Clocks::Own;
      beyond = Beyond::GlobalOrder;
      buffers = Buffers::OnePerCell;
      break;
    case ModelName::Sra:
      clocks = Clocks::Whole;
      beyond = Beyond::StrongOrder;
      break;
    case ModelName::Ra:
      clocks = Clocks::Whole;
      beyond = Beyond::Nothing;
      break;
    case ModelName::Rc20:
      clocks = Clocks::Synchronised;
      beyond = Beyond::ScAccesses;
      break;
    case ModelName::Rc11:
      clocks = Clocks::Synchronised;
      beyond = Beyond::ScEvents;
      break;
  }
  const bool ordersScEvents = beyond == Beyond::ScAccesses || beyond == Beyond::ScEvents;
  if (ordersScEvents && threadsWithScEvents(machine, beyond == Beyond::ScEvents) < 2) {
    beyond = Beyond::Nothing;
  }
}

void Admission::setClocks(LiveGraph& g, EventRef e) const {
  const LiveEvent& event = g[e];
  g.resetClocks(e);
  // A plain read adds nothing: what it reads from happens before it, or it is a race.
  const bool hasSource = reads(event) && !event.plain && event.source != kInitial;
  if (hasSource) g.join(g.clock(e, ClockKind::Past), g.past(event.source));
  if (clocks != Clocks::Synchronised) return;

  std::uint16_t* const happens = g.clock(e, ClockKind::Happens);
  std::uint16_t* const acquire = g.clock(e, ClockKind::Acquire);
  std::uint16_t* const release = g.clock(e, ClockKind::Release);
  std::uint16_t* const message = g.clock(e, ClockKind::Message);
  const bool fence = event.kind == Kind::Fence || event.scFence;
  if (fence && acquires(event.order)) g.join(happens, acquire);
  const std::uint16_t* const received =
      hasSource ? g.clock(event.source, ClockKind::Message) : nullptr;
  if (received != nullptr) {
    if (acquires(event.order)) g.join(happens, received);
    g.join(acquire, received);
  }
  g.join(acquire, happens);
  if (fence && releases(event.order)) g.assign(release, happens);
  if (!writes(event)) return;
  if (event.plain) {
    g.clear(message);
    return;
  }
  g.assign(message, releases(event.order) ? happens : release);
  if (received != nullptr) g.join(message, received);
}

std::uint32_t Admission::floor(const LiveGraph& g, EventRef before, std::uint32_t cell) const {
  const std::uint32_t last = g.lastPosition(cell);
  if (last == 0) return 0;
  const std::uint16_t* const known = g.happens(before);
  std::uint32_t floor = 0;
  for (std::uint32_t t = 0; t < g.threadCount() && floor < last; ++t) {
    if (clocks == Clocks::Own && t != before.thread) continue;
    const std::vector<LiveEvent>& events = g.threads[t].events;
    for (std::uint16_t i = known[t]; i > 0; --i) {
      const LiveEvent& event = events[i];
      if (event.cell != cell || event.kind < Kind::Read || event.kind > Kind::Update) continue;
      const EventRef self{static_cast<std::uint16_t>(t), i};
      floor = std::max(floor, g.positionOf(writes(event) ? self : event.source));
      break;
    }
  }
  return floor;
}

bool Admission::admits(const LiveGraph& g, EventRef e) {
  switch (beyond) {
    case Beyond::Nothing:
      return true;
    case Beyond::ScAccesses:
      return scOrder.holds(g, e, false);
    case Beyond::ScEvents:
      return scOrder.holds(g, e, true);
    case Beyond::StrongOrder:
      return g[e].writeStamp == 0 || !reachesItself(g, e, true);
    case Beyond::GlobalOrder:
      return !reachesItself(g, e, false);
  }
  return false;
}

void Admission::push(EventRef e) {
  std::vector<std::uint32_t>& marks = seen[e.thread];
  if (marks.size() <= e.index) marks.resize(e.index + 16u, 0);
  if (marks[e.index] == search) return;
  marks[e.index] = search;
  todo.push_back(e);
}

// The events that preserved program order puts after this one; the last event of each thread is
// reached whenever one of its predecessors is that orders it.
void Admission::pushThreadSuccessors(const LiveGraph& g, EventRef e) {
  const std::vector<LiveEvent>& events = g.threads[e.thread].events;
  const LiveEvent& event = events[e.index];
  const bool buffered = buffers != Buffers::None && event.kind == Kind::Write;
  bool flushed = !buffered;
  bool barred = false;  // a fence orders the stores behind it
  for (std::uint32_t i = e.index + 1u; i < events.size(); ++i) {
    const LiveEvent& later = events[i];
    if (!isReal(later)) continue;
    const EventRef ref{e.thread, static_cast<std::uint16_t>(i)};
    if (later.kind == Kind::Fence && later.order != Order::Sc) {
      barred = barred || releases(later.order);
      continue;
    }
    const bool flush = later.kind == Kind::Update || later.kind == Kind::Fence || later.locked;
    const bool ordered = flushed || flush ||
                         (later.kind == Kind::Write &&
                          (buffers == Buffers::OnePerThread || barred || later.cell == event.cell));
    if (ordered) push(ref);
    flushed = flushed || flush;
  }
}

// Is there a path from the event back to it? Along hb | mo, or along preserved program order, rf
// between threads (all rf, if there are no buffers), mo and fr.
bool Admission::reachesItself(const LiveGraph& g, EventRef e, bool alongHappensBefore) {
  seen.resize(g.threadCount());
  ++search;
  todo.clear();
  const auto pushOrderedAfter = [&](std::uint32_t cell, std::uint32_t position, EventRef self) {
    // The next write is enough: the others follow from it by mo. An update does not precede itself.
    while (position < g.lastPosition(cell) && g.writeAt(cell, position + 1) == self) ++position;
    if (position < g.lastPosition(cell)) push(g.writeAt(cell, position + 1));
  };
  const auto expand = [&](EventRef at) {
    const LiveEvent& event = g[at];
    if (alongHappensBefore) {
      if (at.index < g.threads[at.thread].last()) {
        push({at.thread, static_cast<std::uint16_t>(at.index + 1)});
      }
    } else {
      pushThreadSuccessors(g, at);
    }
    if (!isReal(event) || event.kind == Kind::Fence) return;
    if (!alongHappensBefore && reads(event)) {
      pushOrderedAfter(event.cell, g.positionOf(event.source), at);
    }
    if (!writes(event) || event.writeStamp == 0) return;
    pushOrderedAfter(event.cell, g.positionOf(at), at);
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      if (!alongHappensBefore && buffers != Buffers::None && t == at.thread) continue;
      const std::vector<LiveEvent>& events = g.threads[t].events;
      for (std::uint32_t i = 1; i < events.size(); ++i) {
        if (reads(events[i]) && events[i].source == at && events[i].cell == event.cell) {
          push({static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(i)});
        }
      }
    }
  };
  expand(e);
  while (!todo.empty()) {
    const EventRef at = todo.back();
    todo.pop_back();
    if (at == e) return true;
    expand(at);
  }
  return false;
}

}  // namespace robur::executions
