#include "traces/stale_access.h"

#include <algorithm>

#include "graph/axioms.h"
#include "traces/past_graph.h"

namespace robur::traces {

namespace {

constexpr std::size_t kMostDecided = std::size_t{1} << 20;

Access accessOf(const Action& action) {
  switch (action.kind) {
    case Action::Kind::Write:
      return Access::Write;
    case Action::Kind::Update:
      return Access::Update;
    default:
      return action.op == Instr::Op::Cas ? Access::LockedRead : Access::Read;
  }
}

bool isAccess(const LiveEvent& e) {
  return (e.kind >= Kind::Read && e.kind <= Kind::Update) || e.kind == Kind::Blocked;
}

}  // namespace

StaleAccesses::StaleAccesses(const Machine& machine, ModelName model, bool scEvents)
    : machine(machine),
      model(model),
      info(infoOf(model)),
      scEvents(scEvents && info.scAccesses != ScAccesses::AsOthers),
      views(viewsOf(model, machine.threadCount())),
      scratch(machine.stateSize()) {
  machine.initial(scratch.data());
}

void StaleAccesses::begin(const ScTrace& next) {
  trace = &next;
  views->begin(next);
  haveFingerprints = false;
  scFences.clear();
}

void StaleAccesses::noteFence(EventRef e) {
  const LiveEvent& event = trace->graph()[e];
  if (event.kind == Kind::Fence && event.order == Order::Sc) scFences.push_back(e);
}

Action StaleAccesses::actionWith(EventRef e, std::int64_t value) {
  const LiveGraph& g = trace->graph();
  const EventRef before = poPredecessor(e);
  std::int64_t* const slice = scratch.data() + machine.thread(e.thread).base;
  slice[0] = g[before].next;
  std::copy_n(g.registers(before), g.registersOf(e.thread), slice + 1);
  scratch[g[e].cell] = value;
  return machine.pending(scratch.data(), e.thread);
}

Deviation StaleAccesses::examine(EventRef e) {
  const LiveGraph& g = trace->graph();
  const LiveEvent& event = g[e];
  if (!isAccess(event) || event.scFence || event.plain) return Deviation::None;
  if (trace->slotOf(event.cell) == ScTrace::kNoSlot) return Deviation::None;
  if (event.kind == Kind::Write && !views->writesDeviate()) return Deviation::None;

  // The last write in the past: whatever SC orders before the predecessor, it orders before e.
  const std::uint16_t* const past = trace->past(poPredecessor(e));
  std::uint32_t latest = event.kind == Kind::Blocked ? g.lastPosition(event.cell)
                         : event.kind == Kind::Write ? trace->positionOf(e) - 1
                                                     : trace->positionOf(event.source);
  while (latest > 0 && !LiveGraph::knows(past, g.writeAt(event.cell, latest))) --latest;
  if (latest == 0) return Deviation::None;

  // What an access that only reads may take is the most.
  const Access widest = event.kind == Kind::Write ? Access::Write : Access::Read;
  const std::uint32_t earliest = views->earliest(e.thread, event.cell, widest, latest);
  for (std::uint32_t position = latest; position-- > earliest;) {
    const Action action = actionWith(e, g.valueOf(event.cell, g.writeAt(event.cell, position)));
    if (!isOpen(e, action, position, latest)) continue;
    if (!scEvents || !scOrderMatters(e, action)) return Deviation::Allowed;
    return byScOrder(e, earliest, latest);
  }
  return Deviation::None;
}

// Does the model without its order of sc events let the access take the write at this position?
bool StaleAccesses::isOpen(EventRef e, const Action& action, std::uint32_t position,
                           std::uint32_t latest) const {
  if (!action.enabled) return false;
  const LiveGraph& g = trace->graph();
  const std::uint32_t cell = g[e].cell;
  const Access access = accessOf(action);
  if (position < views->earliest(e.thread, cell, access, latest)) return false;
  if (access != Access::Write && access != Access::Update) return true;
  return views->writesDeviate() && g[g.writeAt(cell, position + 1)].kind != Kind::Update;
}

// A cycle of sc events goes through the new access only if it is one of them, or comes after an SC
// fence: its only edges are to the later writes of its cell.
bool StaleAccesses::scOrderMatters(EventRef e, const Action& action) const {
  return action.order == Order::Sc ||
         std::any_of(scFences.begin(), scFences.end(),
                     [&](EventRef f) { return views->knows(e.thread, f); });
}

Deviation StaleAccesses::byScOrder(EventRef e, std::uint32_t earliest, std::uint32_t latest) {
  if (!haveFingerprints) {
    fingerprints.assign(*trace);
    haveFingerprints = true;
  }
  const PastOfAccess key{fingerprints.of(trace->past(poPredecessor(e))), e};
  const auto known = decided.find(key);
  if (known != decided.end()) return known->second;
  if (decided.size() >= kMostDecided) decided.clear();
  const Deviation deviation = judge(e, earliest, latest);
  decided.emplace(key, deviation);
  return deviation;
}

Deviation StaleAccesses::judge(EventRef e, std::uint32_t earliest, std::uint32_t latest) {
  const LiveGraph& g = trace->graph();
  const std::uint16_t* const past = trace->past(poPredecessor(e));
  Deviation out = Deviation::None;
  for (std::uint32_t position = latest; position-- > earliest;) {
    const Action action = actionWith(e, g.valueOf(g[e].cell, g.writeAt(g[e].cell, position)));
    if (!isOpen(e, action, position, latest)) continue;
    Event access{.kind = action.kind == Action::Kind::Write    ? Event::Kind::Write
                         : action.kind == Action::Kind::Update ? Event::Kind::Update
                                                               : Event::Kind::Read,
                 .thread = ThreadId{e.thread},
                 .cell = CellId{g[e].cell},
                 .order = action.order};
    ++judgements;
    if (consistentIfWellFormed(graphOfPast(*trace, past, access, position), model)) {
      return Deviation::Allowed;
    }
    if (info.scAccesses == ScAccesses::Outside) out = Deviation::Sequential;
  }
  return out;
}

}  // namespace robur::traces
