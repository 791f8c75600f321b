#include "graph/relations.h"

namespace robur {

Relations::Relations(const ExecutionGraph& graph)
    : po(graph.size()), rf(graph.size()), mo(graph.size()), fr(graph.size()) {
  const EventSet notInitial = eventsWith(graph, [](const Event& e) { return !e.init; });
  std::vector<EventId> following;  // per thread, the event met last, going backwards
  for (std::size_t i = graph.size(); i-- > 0;) {
    const EventId id{static_cast<std::uint32_t>(i)};
    const Event& e = graph.events[i];
    if (e.init) {
      po.addAll(id, notInitial);
      continue;
    }
    if (raw(e.thread) >= following.size()) following.resize(raw(e.thread) + 1, kNoEvent);
    EventId& next = following[raw(e.thread)];
    if (next != kNoEvent) {
      po.addRow(id, next);
      po.add(id, next);
    }
    next = id;
  }
  for (const std::vector<EventId>& order : graph.modificationOrder) {
    for (std::size_t i = order.size(); i-- > 1;) {
      mo.addRow(order[i - 1], order[i]);
      mo.add(order[i - 1], order[i]);
    }
  }
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const EventId reader{static_cast<std::uint32_t>(i)};
    const EventId source = graph.readsFrom[i];
    if (source == kNoEvent) continue;
    rf.add(source, reader);
    mo.forEach(source, [&](EventId later) {
      if (later != reader) fr.add(reader, later);
    });
  }
}

Relation sameCell(const ExecutionGraph& graph) {
  std::vector<EventSet> atCell(graph.modificationOrder.size(), EventSet(graph.size()));
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& e = graph.events[i];
    if (e.kind == Event::Kind::Fence) continue;
    atCell[raw(e.cell)].insert(EventId{static_cast<std::uint32_t>(i)});
  }
  Relation loc(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& e = graph.events[i];
    if (e.kind == Event::Kind::Fence) continue;
    loc.addAll(EventId{static_cast<std::uint32_t>(i)}, atCell[raw(e.cell)]);
  }
  return loc;
}

Relation extendedCoherence(const Relations& r) {
  return (r.rf | r.mo | r.fr).closure();
}

bool updatesAreAtomic(const Relations& r) {
  return irreflexive(r.fr, r.mo);
}

}  // namespace robur
