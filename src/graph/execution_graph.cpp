#include "graph/execution_graph.h"

#include <algorithm>
#include <cassert>

#include "program/model_info.h"

namespace robur {

ExecutionGraph ExecutionGraph::initial(const Program& program) {
  ExecutionGraph graph;
  const auto addInitialWrite = [&](CellId cell, std::int64_t value) {
    const EventId id{static_cast<std::uint32_t>(graph.size())};
    graph.events.push_back(
        {.kind = Event::Kind::Write, .init = true, .cell = cell, .written = value});
    graph.readsFrom.push_back(kNoEvent);
    graph.modificationOrder.push_back({id});
  };
  for (const Location& location : program.locations) {
    for (const std::int64_t value : location.init) {
      addInitialWrite(CellId{static_cast<std::uint32_t>(graph.size())}, value);
    }
  }
  addInitialWrite(fenceCell(program), 0);
  return graph;
}

EventId ExecutionGraph::add(const Event& event, EventId source) {
  const EventId id{static_cast<std::uint32_t>(size())};
  events.push_back(event);
  readsFrom.push_back(reads(event) ? source : kNoEvent);
  if (writes(event)) {
    std::vector<EventId>& order = modificationOrder[raw(event.cell)];
    const auto place = std::ranges::find(order, source);
    assert(place != order.end() && "the source is no write to the cell");
    order.insert(place == order.end() ? place : place + 1, id);
  }
  return id;
}

CellId fenceCell(const Program& program) {
  return CellId{program.cellCount()};
}

Event fenceEvent(const Program& program, ModelName model, ThreadId thread, Pc pc, Order order) {
  Event event{.kind = Event::Kind::Fence, .thread = thread, .pc = pc, .order = order};
  if (order != Order::Sc || infoOf(model).scFence == ScFence::Event) return event;
  event.kind = Event::Kind::Update;
  event.scFence = true;
  event.cell = fenceCell(program);
  event.order = Order::AcqRel;
  return event;
}

EventId latestSource(const ExecutionGraph& graph, const Event& event) {
  return event.kind == Event::Kind::Fence ? kNoEvent : graph.lastWrite(event.cell);
}

namespace {

bool modificationOrderIsWellFormed(const ExecutionGraph& graph) {
  std::vector<bool> placed(graph.size(), false);
  for (std::size_t cell = 0; cell < graph.modificationOrder.size(); ++cell) {
    const std::vector<EventId>& order = graph.modificationOrder[cell];
    if (order.empty()) return false;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (raw(order[i]) >= graph.size() || placed[raw(order[i])]) return false;
      const Event& e = graph[order[i]];
      if (!writes(e) || raw(e.cell) != cell || e.init != (i == 0)) return false;
      placed[raw(order[i])] = true;
    }
  }
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (writes(graph.events[i]) && !placed[i]) return false;
  }
  return true;
}

}  // namespace

bool wellFormed(const Program& program, const ExecutionGraph& graph) {
  const std::size_t cells = program.cellCount() + 1;
  if (graph.modificationOrder.size() != cells || graph.readsFrom.size() != graph.size()) {
    return false;
  }
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& e = graph.events[i];
    if (e.init != (i < cells)) return false;
    if (!e.init && raw(e.thread) >= program.threads.size()) return false;
    if (e.kind != Event::Kind::Fence && raw(e.cell) >= cells) return false;
    if (e.init && (e.kind != Event::Kind::Write || raw(e.cell) != i)) return false;
    const EventId source = graph.readsFrom[i];
    if (!reads(e)) {
      if (source != kNoEvent) return false;
      continue;
    }
    if (raw(source) >= graph.size() || raw(source) == i) return false;
    const Event& w = graph[source];
    if (!writes(w) || w.cell != e.cell || w.written != e.read) return false;
  }
  return modificationOrderIsWellFormed(graph);
}

}  // namespace robur
