#include "check/stories.h"

#include "check/judge.h"
#include "graph/axioms.h"
#include "graph/models.h"
#include "program/model_info.h"

namespace robur {

Storyteller::Storyteller(const Program& program, ModelName model)
    : extended(program), model(model) {
  spare = CellId{program.cellCount()};
  stranger = ThreadId{static_cast<std::uint32_t>(program.threads.size())};
  for (const char* name : {"spare cell", "second spare cell"}) {
    Location cell;
    cell.name = name;
    extended.locations.push_back(cell);
  }
  for (const char* name : {"stranger", "another"}) extended.threads.push_back({name, CodeId{0}, 0});
}

ExecutionGraph Storyteller::graphAfter(const std::vector<RunStep>& run) const {
  ExecutionGraph graph = graphOf(extended, model, run);
  for (Event& e : graph.events) {
    const bool ordered = infoOf(model).scAccesses == ScAccesses::Ordered;
    if (!ordered && e.order == Order::Sc && e.kind != Event::Kind::Fence) e.order = Order::AcqRel;
  }
  return graph;
}

Event Storyteller::event(Event::Kind kind, ThreadId thread, CellId cell, Order order) const {
  Event e;
  e.kind = kind;
  e.thread = thread;
  e.cell = cell;
  e.order = order;
  return e;
}

// Appends the event as SC would.
void Storyteller::append(ExecutionGraph& graph, Event e) const {
  const EventId source = latestSource(graph, e);
  if (reads(e)) e.read = graph[source].written;
  graph.add(e, source);
}

void Storyteller::appendFence(ExecutionGraph& graph, ThreadId thread, Order order) const {
  append(graph, fenceEvent(extended, model, thread, 0, order));
}

Storyteller::Told Storyteller::tell(const ExecutionGraph& past, Story story,
                                    std::uint32_t owner) const {
  const bool ofThread = story < Story::LastWriteRead;
  const ThreadId t{ofThread ? owner : 0};
  const CellId x{ofThread ? 0 : owner};
  Told told{past, stranger};
  ExecutionGraph& graph = told.graph;
  const auto read = [&](ThreadId thread, CellId cell) {
    append(graph, event(Event::Kind::Read, thread, cell, Order::Acq));
  };
  const auto write = [&](ThreadId thread, CellId cell) {
    append(graph, event(Event::Kind::Write, thread, cell, Order::Rlx));
  };
  switch (story) {
    case Story::Access:
      told.actor = t;
      break;
    case Story::AcquireFence:
      appendFence(graph, t, Order::Acq);
      told.actor = t;
      break;
    case Story::Flush:
      appendFence(graph, t, Order::Sc);
      told.actor = t;
      break;
    case Story::ToldByWrite:
      write(t, spare);
      read(stranger, spare);
      break;
    case Story::ToldByRead:
      read(t, spare);
      write(stranger, spare);
      appendFence(graph, stranger, Order::Sc);
      break;
    case Story::LastWriteRead:
      read(stranger, x);
      break;
    case Story::Overwritten:
      write(stranger, x);
      appendFence(graph, stranger, Order::Sc);
      break;
    case Story::FenceMade:
      appendFence(graph, stranger, Order::Sc);
      break;
  }
  return told;
}

Storyteller::Told Storyteller::tell(const ExecutionGraph& past, const Tale& tale, ThreadId t,
                                    CellId x, Who last) const {
  const auto threadOf = [&](Who who) {
    return who == Who::Thread ? t : ThreadId{raw(stranger) + (who == Who::Another ? 1 : 0)};
  };
  const auto cellOf = [&](Where where) {
    return where == Where::Cell ? x : CellId{raw(spare) + (where == Where::SecondSpare ? 1 : 0)};
  };
  Told told{past, threadOf(last)};
  for (const Deed& deed : tale) {
    if (deed.kind == Event::Kind::Fence) {
      appendFence(told.graph, threadOf(deed.who), deed.order);
    } else {
      append(told.graph, event(deed.kind, threadOf(deed.who), cellOf(deed.where), deed.order));
    }
  }
  return told;
}

std::vector<bool> Storyteller::endings(const ExecutionGraph& past, const Told& told, Ending ending,
                                       const MonitoredCells& monitored, Order order) const {
  const Event::Kind kind = ending == Ending::Read ? Event::Kind::Read : Event::Kind::Write;
  std::vector<bool> out(monitored.classCount(), false);
  for (unsigned y = 0; y < monitored.cellCount(); ++y) {
    const CellId cell{monitored[y].cell};
    const std::vector<EventId>& writes = past.modificationOrder[raw(cell)];
    for (std::size_t i = 0; i + 1 < writes.size(); ++i) {
      const std::int64_t value = past[writes[i]].written;
      const unsigned slot = monitored.classOf(y, value);
      if (out[slot]) continue;
      Event last = event(kind, told.actor, cell, order);
      if (ending == Ending::Read) last.read = value;
      ExecutionGraph graph = told.graph;
      graph.add(last, writes[i]);
      out[slot] = consistent(extended, graph, model);
    }
  }
  return out;
}

bool Storyteller::races(const Told& told, std::uint32_t d, std::uint32_t t) const {
  ExecutionGraph graph = told.graph;
  const EventId last{static_cast<std::uint32_t>(graph.size())};
  append(graph, event(Event::Kind::Write, told.actor, CellId{d}, Order::NonAtomic));
  const Relation hb = happensBeforeRc(graph, Relations(graph));
  for (std::uint32_t i = 0; i < raw(last); ++i) {
    const Event& e = graph.events[i];
    if (e.kind == Event::Kind::Fence || e.cell != CellId{d}) continue;
    const bool touches = writes(e) || e.thread == ThreadId{t};
    if (touches && !hb.has(EventId{i}, last)) return true;
  }
  return false;
}

}  // namespace robur
