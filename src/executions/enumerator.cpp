#include "executions/enumerator.h"

#include <algorithm>

namespace robur::executions {

namespace {

bool isAwait(Instr::Op op) {
  return op == Instr::Op::Wait || op == Instr::Op::Bcas;
}

}  // namespace

Enumerator::Enumerator(Enumerating& common, unsigned number, Visitor& visitor)
    : common(common),
      number(number),
      machine(common.machine),
      options(common.options),
      visitor(visitor),
      admission(machine, common.model, options.eventsOf.value_or(common.model)),
      stepper(machine, options.observed, options.rounds, options.idleRounds),
      smallestPart(static_cast<double>(options.smallestPart)),
      nextReport(options.stepsBetweenReports) {}

void Enumerator::work() {
  Part part;
  while ((place = common.share.take(part)) != nullptr) {
    ended = false;
    depth = part.depth;
    try {
      explore(part);
    } catch (...) {
      common.share.fail(place, std::current_exception());
      continue;
    }
    common.share.finish(*place);
  }
  common.progress.finish(number, explored, bytes);
}

void Enumerator::explore(Part& part) {
  if (part.entry == Part::Entry::Start) part.graph = take();
  LiveGraph& g = *part.graph;
  switch (part.entry) {
    case Part::Entry::Start:
      start(g);
      break;
    case Part::Entry::Continue:
      visit(g);
      break;
    case Part::Entry::AddWrite:
      addWrite(g, part.event);
      break;
    case Part::Entry::Revisit:
      readAgain(g, part);
      break;
  }
  bytes = std::max(bytes, made * g.bytes());
  give(std::move(part.graph));
}

void Enumerator::start(LiveGraph& g) {
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) stepper.start(g, t);
  for (std::uint32_t t = 0; t < g.threadCount() && !ended; ++t) look(g, g.lastOf(t));
  if (!ended) visit(g);
}

void Enumerator::stopHere() {
  ended = true;
  ++explored.incomplete;
}

// Ends what would be explored after this.
void Enumerator::end(Enumeration::End why) {
  stopHere();
  common.share.endAt(*place, number, why);
}

void Enumerator::endAll(Enumeration::End why) {
  stopHere();
  common.share.endAll(why);
}

// The thread to step next: any deterministic choice is correct. Waits come last, because by then
// the writes that end them are often there; and those that the last write does not end come after
// all others, because then nothing can be added to the graph but further blocked threads.
std::optional<std::uint32_t> Enumerator::next(const LiveGraph& g) {
  std::optional<std::uint32_t> waiting;
  std::optional<std::uint32_t> passing;
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    const EventRef last = g.lastOf(t);
    if (g[last].status != Status::Ready) continue;
    if (!isAwait(stepper.instrAfter(g, last).op)) return t;
    if (!waiting) waiting = t;
    if (!passing && endsWait(g, last)) passing = t;
  }
  return passing ? passing : waiting;
}

// Does the last write end the wait that follows this event?
bool Enumerator::endsWait(const LiveGraph& g, EventRef last) {
  const std::uint32_t cell = stepper.cellAfter(g, last);
  return stepper.passes(g, last, cell, g.valueOf(cell, g.lastWrite(cell)));
}

// Reports what the event led to.
void Enumerator::look(const LiveGraph& g, EventRef e) {
  const LiveEvent& event = g[e];
  if (event.status == Status::Faulted && visitor.onFault(g, e)) end(Enumeration::End::Visitor);
  if (event.status == Status::Cut) {
    common.progress.cut(e, event.next);
    if (options.endWhenCut) end(Enumeration::End::Cut);
  }
}

// Everything that follows a graph to which the event has been added.
void Enumerator::continueFrom(LiveGraph& g, EventRef e) {
  look(g, e);
  if (!ended && !giveAway(g, e, Part::Entry::Continue)) visit(g);
}

// May another worker need a part that begins with so many events, and is it probably large enough?
bool Enumerator::isWanted(Step step, std::size_t events) const {
  return common.share.hungry() && explored.known.steps(step, events) >= smallestPart;
}

// Gives a copy to another worker, if it is wanted.
bool Enumerator::giveAway(const LiveGraph& g, EventRef e, Part::Entry entry) {
  if (!isWanted(Step::Forward, g.trail.size())) return false;
  Part part;
  part.entry = entry;
  part.event = e;
  part.depth = depth;
  part.graph = take();
  *part.graph = g;
  ++explored.incomplete;
  common.share.give(*place, std::move(part));
  return true;
}

void Enumerator::visit(LiveGraph& g) {
  if (++explored.steps == nextReport) report(g);
  if (place->needless()) stopHere();
  if (ended) return;
  const std::optional<std::uint32_t> t = next(g);
  if (!t) return finish(g);
  if (depth == kMostDepth) return end(Enumeration::End::Depth);
  ++depth;
  const EventRef last = g.lastOf(*t);
  const CompiledInstr& in = stepper.instrAfter(g, last);
  const std::uint32_t stamp = g.stamp;
  if (in.op == Instr::Op::Choose || in.op == Instr::Op::Havoc) {
    choose(g, *t);
  } else if (in.op == Instr::Op::Fence) {
    fence(g, *t, in.order);
  } else if (in.op == Instr::Op::Store) {
    store(g, *t);
  } else {
    read(g, *t);
  }
  g.stamp = stamp;
  --depth;
}

void Enumerator::finish(const LiveGraph& g) {
  const bool limited = options.maxGraphs != 0;
  const std::uint64_t count = limited ? ++common.limitedFinals : 0;
  if (limited && count > options.maxGraphs) return endAll(Enumeration::End::Graphs);
  ++explored.finals;
  if (visitor.onFinal(g)) return end(Enumeration::End::Visitor);
  if (limited && count == options.maxGraphs) endAll(Enumeration::End::Graphs);
}

void Enumerator::report(const LiveGraph& g) {
  nextReport += options.stepsBetweenReports;
  if (options.workers > 1) common.share.grow();
  bytes = std::max(bytes, made * g.bytes());
  if (common.progress.report(number, explored, bytes)) endAll(Enumeration::End::Stopped);
}

void Enumerator::choose(LiveGraph& g, std::uint32_t t) {
  const std::uint64_t count = stepper.alternatives(g, g.lastOf(t));
  const EventRef e = g.append(t);
  Alternatives alternatives(explored, g.trail.size(), count, count > 1);
  for (std::uint64_t a = 0; a < count && !ended; ++a) {
    alternatives.begin();
    stepper.choose(g, e, a);
    continueFrom(g, e);
    alternatives.end();
  }
  g.removeLast(t);
}

void Enumerator::fence(LiveGraph& g, std::uint32_t t, Order order) {
  const EventRef e = g.append(t);
  LiveEvent& event = g[e];
  event.next = event.pc;
  if (order == Order::Sc && admission.fenceIsUpdate()) {
    event.kind = Kind::Update;
    event.scFence = true;
    event.order = Order::AcqRel;
    event.cell = g.fenceCell();
    const std::uint32_t last = g.lastPosition(event.cell);
    Alternatives alternatives(explored, g.trail.size(), last + 1, last > 0);
    for (std::uint32_t p = last + 1; p-- > 0 && !ended;) {
      alternatives.begin();
      readFence(g, e, g.writeAt(g.fenceCell(), p));
      readDone(g, e, p);
      alternatives.end();
    }
  } else {
    event.kind = Kind::Fence;
    event.order = order;
    admission.setClocks(g, e);
    stepper.fence(g, e);
    continueFrom(g, e);
  }
  g.removeLast(t);
}

// An SC fence that is an update reads from another one.
void Enumerator::readFence(LiveGraph& g, EventRef e, EventRef source) {
  LiveEvent& event = g[e];
  event.source = source;
  event.writeStamp = 0;
  stepper.fence(g, e);
  admission.setClocks(g, e);
}

void Enumerator::store(LiveGraph& g, std::uint32_t t) {
  const EventRef e = g.append(t);
  stepper.store(g, e);
  LiveEvent& event = g[e];
  event.plain = admission.racesAreErrors() && event.order == Order::NonAtomic;
  admission.setClocks(g, e);
  if (event.plain) {
    writePlain(g, e);
  } else {
    addWrite(g, e);
  }
  g.removeLast(t);
}

void Enumerator::read(LiveGraph& g, std::uint32_t t) {
  const EventRef last = g.lastOf(t);
  const std::uint32_t cell = stepper.cellAfter(g, last);
  const std::uint32_t floor = admission.floor(g, last, cell);
  const std::uint32_t end = g.lastPosition(cell) + 1;
  const bool plain = admission.racesAreErrors() && !machine.cellAtomic(cell);
  const EventRef e = g.append(t);
  g[e].cell = cell;
  g[e].plain = plain;
  Alternatives alternatives(explored, g.trail.size(), end - floor, !plain && end - floor > 1);
  for (std::uint32_t p = end; p-- > floor && !ended;) {
    alternatives.begin();
    const EventRef source = g.writeAt(cell, p);
    if (stepper.readFrom(g, e, source, g.valueOf(cell, source))) {
      admission.setClocks(g, e);
      if (plain) {
        readPlain(g, e);
        break;
      }
      readDone(g, e, p);
    } else if (p + 1 == end) {  // a source that is not the last write would keep no thread waiting
      g.resetClocks(e);
      stepper.block(g, e, source);
      visit(g);
    }
    alternatives.end();
  }
  g.removeLast(t);
}

// The event reads from position p. Goes on if the model allows that.
void Enumerator::readDone(LiveGraph& g, EventRef e, std::uint32_t p) {
  if (p != g.lastPosition(g[e].cell) && !admission.admits(g, e)) return;
  if (g[e].kind != Kind::Update) {
    continueFrom(g, e);
  } else if (!giveAway(g, e, Part::Entry::AddWrite)) {
    addWrite(g, e);
  }
}

std::uint32_t Enumerator::floorOfWrite(const LiveGraph& g, EventRef e) const {
  return g[e].kind == Kind::Update ? 0 : admission.floor(g, before(e), g[e].cell);
}

// The event is in the graph, its write is not. The reads that it revisits are found first, so that
// all alternatives are known.
void Enumerator::addWrite(LiveGraph& g, EventRef e) {
  const std::uint32_t stamp = g.stamp;
  g[e].writeStamp = g.stamp++;
  const std::size_t first = explored.revisits.size();
  findRevisits(g, e);
  const std::uint32_t floor = floorOfWrite(g, e);
  const std::uint64_t count = g[e].kind == Kind::Update ? 1 : g.lastPosition(g[e].cell) + 1 - floor;
  const bool several = count + explored.revisits.size() - first > 1;
  {
    Alternatives alternatives(explored, g.trail.size(), count, several);
    forEachPosition(g, e, floor, alternatives, [&](std::uint32_t) { continueFrom(g, e); });
  }
  for (std::size_t i = first; i < explored.revisits.size() && !ended; ++i) {
    explored.revisits[i].begun = true;
    const Explored::Revisit now = explored.revisits[i];
    const Measure measure(explored);
    revisit(g, e, now);
    measure.record(explored, Step::Revisit, now.events);
  }
  explored.revisits.resize(first);
  g[e].writeStamp = 0;
  g.stamp = stamp;
}

std::unique_ptr<LiveGraph> Enumerator::take() {
  if (spare.empty()) {
    ++made;
    return std::make_unique<LiveGraph>(machine, admission.clockKinds());
  }
  std::unique_ptr<LiveGraph> out = std::move(spare.back());
  spare.pop_back();
  return out;
}

}  // namespace robur::executions
