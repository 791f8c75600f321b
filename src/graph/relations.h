// The relations of an execution graph that all axioms start from.
#pragma once

#include "graph/execution_graph.h"
#include "graph/relation.h"

namespace robur {

struct Relations {
  explicit Relations(const ExecutionGraph& graph);

  Relation po;  // program order; initial writes come before every other event
  Relation rf;  // reads-from, from the write to the read
  Relation mo;  // modification order, per cell
  Relation fr;  // reads-before: to the writes that come after the one read from, in mo
};

// The events that pred holds for.
template <class Pred>
EventSet eventsWith(const ExecutionGraph& graph, const Pred& pred) {
  EventSet set(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (pred(graph.events[i])) set.insert(EventId{static_cast<std::uint32_t>(i)});
  }
  return set;
}

// The events with the same cell. Fences have none.
Relation sameCell(const ExecutionGraph& graph);

// Extended coherence order: everything that happened at a cell, in its order there.
Relation extendedCoherence(const Relations& r);

// Nothing comes between the read and the write of an update.
bool updatesAreAtomic(const Relations& r);

inline bool isAtomicAccess(const Event& e) {
  return e.kind != Event::Kind::Fence && e.order != Order::NonAtomic;
}

}  // namespace robur
