#include "report/tour.h"

#include <algorithm>

#include "program/model_info.h"

namespace robur {

namespace {

using Edge = CycleEdge::Kind;

// Does the model keep a store and a later load in order, because of their orders or of a fence or
// read-modify-write between them?
bool keepsInOrder(ModelName model, const ExecutionGraph& graph, EventId store, EventId load) {
  const ModelInfo& info = infoOf(model);
  if (info.scAccesses == ScAccesses::Ordered && graph[store].order == Order::Sc &&
      graph[load].order == Order::Sc) {
    return true;
  }
  // The events of a thread are numbered in program order.
  for (std::size_t i = raw(store); i <= raw(load); ++i) {
    const Event& event = graph.events[i];
    if (event.thread != graph[store].thread) continue;
    const bool fence = event.kind == Event::Kind::Fence && event.order == Order::Sc;
    const bool locked = event.kind == Event::Kind::Update || event.locked;
    if (event.scFence || fence || (info.lockedUpdates && locked)) return true;
  }
  return false;
}

}  // namespace

const char* edgeWords(const Stop& stop) {
  if (stop.fence() && stop.out != Stop::Edge::Po) return "passed-before";
  switch (stop.out) {
    case Stop::Edge::Po:
      return "po";
    case Stop::Edge::Rf:
      return "read-by";
    case Stop::Edge::Mo:
      return "overwritten-by";
    case Stop::Edge::Fr:
      break;
  }
  return "reads-before";
}

Tour tourOf(const Finding& finding, ModelName model) {
  const Witness& witness = finding.witness;
  Tour tour;
  for (std::size_t i = 0; i < witness.cycle.size(); ++i) {
    const CycleEdge& edge = witness.cycle[i];
    const CycleEdge& before = witness.cycle[i == 0 ? witness.cycle.size() - 1 : i - 1];
    tour.push_back({&witness.graph[edge.from], edge.from, before.kind, edge.kind});
    tour.back().kept =
        edge.kind == Edge::Po && keepsInOrder(model, witness.graph, edge.from, edge.to);
  }
  const auto offender = std::ranges::find(tour, witness.offender, &Stop::id);
  if (offender != tour.end()) std::rotate(tour.begin(), offender + 1, tour.end());
  return tour;
}

// A mo or fr edge runs against the flow of information. With exactly one of them, the rest of the
// cycle is a chain of messages that did not carry an earlier store with them. With more, order is
// lost at a po edge before one of them: a store that is still buffered when a load runs, stores to
// different locations that have no common order, or loads of two threads that see two stores in
// different orders.
Reordering reorderingOf(const Tour& tour) {
  std::size_t against = 0;
  bool overwrites = false;
  bool storeLoad = false;
  for (std::size_t i = 0; i < tour.size(); ++i) {
    const Stop& here = tour[i];
    const Stop& next = tour[(i + 1) % tour.size()];
    if (here.fence()) continue;
    against += here.out == Edge::Mo || here.out == Edge::Fr;
    overwrites |= here.out == Edge::Mo;
    storeLoad |= here.out == Edge::Po && !here.kept && here.entersAsWrite() && next.leavesAsRead();
  }
  const CellId cell = tour.front().event->cell;
  if (std::ranges::all_of(tour, [&](const Stop& s) { return s.event->cell == cell; })) {
    return Reordering::Coherence;
  }
  if (against == 1) return Reordering::MessagePassing;
  if (tour.back().event->kind == Event::Kind::Update) return Reordering::StaleRmw;
  if (storeLoad) return Reordering::StoreBuffering;
  return overwrites ? Reordering::WriteWrite : Reordering::Iriw;
}

const char* spelling(Reordering kind) {
  switch (kind) {
    case Reordering::Coherence:
      return "coherence";
    case Reordering::StaleRmw:
      return "stale-rmw";
    case Reordering::StoreBuffering:
      return "store-buffering";
    case Reordering::WriteWrite:
      return "write-write";
    case Reordering::Iriw:
      return "iriw";
    case Reordering::MessagePassing:
      return "message-passing";
  }
  return "?";
}

}  // namespace robur
