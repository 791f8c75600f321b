#include "audit/contexts.h"

#include "audit/run_graph.h"
#include "graph/axioms.h"
#include "graph/models.h"
#include "program/model_info.h"

namespace robur {

ContextBuilder::ContextBuilder(const Program& program, ModelName model)
    : extended(program), model(model) {
  spare = CellId{program.cellCount()};
  observer = ThreadId{static_cast<std::uint32_t>(program.threads.size())};
  for (const char* name : {"spare cell", "second spare cell"}) {
    Location cell;
    cell.name = name;
    extended.locations.push_back(cell);
  }
  for (const char* name : {"observer", "second observer"})
    extended.threads.push_back({name, CodeId{0}, 0});
}

ExecutionGraph ContextBuilder::graphAfter(const std::vector<RunStep>& run) const {
  ExecutionGraph graph = graphOf(extended, model, run);
  for (Event& e : graph.events) {
    const bool ordered = infoOf(model).scAccesses == ScAccesses::Ordered;
    if (!ordered && e.order == Order::Sc && e.kind != Event::Kind::Fence) e.order = Order::AcqRel;
  }
  return graph;
}

Event ContextBuilder::event(Event::Kind kind, ThreadId thread, CellId cell, Order order) const {
  Event e;
  e.kind = kind;
  e.thread = thread;
  e.cell = cell;
  e.order = order;
  return e;
}

// Appends the event as SC would.
void ContextBuilder::append(ExecutionGraph& graph, Event e) const {
  const EventId source = latestSource(graph, e);
  if (reads(e)) e.read = graph[source].written;
  graph.add(e, source);
}

void ContextBuilder::appendFence(ExecutionGraph& graph, ThreadId thread, Order order) const {
  append(graph, fenceEvent(extended, model, thread, 0, order));
}

ContextBuilder::Continuation ContextBuilder::build(const ExecutionGraph& past, Context context,
                                                   std::uint32_t owner) const {
  const bool ofThread = context < Context::LastWriteRead;
  const ThreadId t{ofThread ? owner : 0};
  const CellId x{ofThread ? 0 : owner};
  Continuation continuation{past, observer};
  ExecutionGraph& graph = continuation.graph;
  const auto read = [&](ThreadId thread, CellId cell) {
    append(graph, event(Event::Kind::Read, thread, cell, Order::Acq));
  };
  const auto write = [&](ThreadId thread, CellId cell) {
    append(graph, event(Event::Kind::Write, thread, cell, Order::Rlx));
  };
  switch (context) {
    case Context::Access:
      continuation.actor = t;
      break;
    case Context::AcquireFence:
      appendFence(graph, t, Order::Acq);
      continuation.actor = t;
      break;
    case Context::Flush:
      appendFence(graph, t, Order::Sc);
      continuation.actor = t;
      break;
    case Context::WriteObserved:
      write(t, spare);
      read(observer, spare);
      break;
    case Context::ReadOverwritten:
      read(t, spare);
      write(observer, spare);
      appendFence(graph, observer, Order::Sc);
      break;
    case Context::LastWriteRead:
      read(observer, x);
      break;
    case Context::CellOverwritten:
      write(observer, x);
      appendFence(graph, observer, Order::Sc);
      break;
    case Context::FenceMade:
      appendFence(graph, observer, Order::Sc);
      break;
  }
  return continuation;
}

ContextBuilder::Continuation ContextBuilder::build(const ExecutionGraph& past,
                                                   const ContextSteps& steps, ThreadId t, CellId x,
                                                   Actor last) const {
  const auto threadOf = [&](Actor actor) {
    return actor == Actor::Thread
               ? t
               : ThreadId{raw(observer) + (actor == Actor::SecondObserver ? 1 : 0)};
  };
  const auto cellOf = [&](Where where) {
    return where == Where::Cell ? x : CellId{raw(spare) + (where == Where::SecondSpare ? 1 : 0)};
  };
  Continuation continuation{past, threadOf(last)};
  for (const ContextStep& step : steps) {
    if (step.kind == Event::Kind::Fence) {
      appendFence(continuation.graph, threadOf(step.actor), step.order);
    } else {
      append(continuation.graph,
             event(step.kind, threadOf(step.actor), cellOf(step.where), step.order));
    }
  }
  return continuation;
}

std::vector<bool> ContextBuilder::endings(const ExecutionGraph& past,
                                          const Continuation& continuation, Ending ending,
                                          const MonitoredCells& monitored, Order order) const {
  const Event::Kind kind = ending == Ending::Read ? Event::Kind::Read : Event::Kind::Write;
  std::vector<bool> out(monitored.classCount(), false);
  for (unsigned y = 0; y < monitored.cellCount(); ++y) {
    const CellId cell{monitored[y].cell};
    const std::vector<EventId>& writes = past.modificationOrder[raw(cell)];
    for (std::size_t i = 0; i + 1 < writes.size(); ++i) {
      const std::int64_t value = past[writes[i]].written;
      const unsigned valueClass = monitored.classOf(y, value);
      if (out[valueClass]) continue;
      Event last = event(kind, continuation.actor, cell, order);
      if (ending == Ending::Read) last.read = value;
      ExecutionGraph graph = continuation.graph;
      graph.add(last, writes[i]);
      out[valueClass] = consistent(extended, graph, model);
    }
  }
  return out;
}

bool ContextBuilder::races(const Continuation& continuation, std::uint32_t d,
                           std::uint32_t t) const {
  ExecutionGraph graph = continuation.graph;
  const EventId last{static_cast<std::uint32_t>(graph.size())};
  append(graph, event(Event::Kind::Write, continuation.actor, CellId{d}, Order::NonAtomic));
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
