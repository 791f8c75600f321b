// Partial store order, SPARC's model (SPARC v8 manual, appendix K; Alglave, Maranget, Tautschnig
// 2014, where it is TSO without write-to-write pairs).
//
//   sc-per-location   acyclic (po & loc) | rf | mo | fr
//   atomicity         irreflexive fr ; mo
//   order             acyclic ppo | rfe | mo | fr
//
// ppo is po without the pairs that a store buffer per location may reorder: a write and a later
// read, and writes to different locations. An SC fence and an update empty all buffers, and so does
// a failed compare-and-swap, which is a locked instruction, before it reads. A release fence keeps
// earlier writes before later writes (SPARC's STBAR, MEMBAR #StoreStore), and orders nothing else.
// A thread may read its own write early, so only rf between threads (rfe) orders. Orders of
// accesses do not matter, and an acquire fence is not an instruction.
#include "graph/models.h"

namespace robur {

bool consistentPso(const ExecutionGraph& graph, const Relations& r) {
  if (!updatesAreAtomic(r)) return false;
  const Relation sameLocation = sameCell(graph);
  if (!((r.po & sameLocation) | r.rf | r.mo | r.fr).acyclic()) return false;

  using Kind = Event::Kind;
  const auto isFence = [](const Event& e) { return e.kind == Kind::Fence; };
  const EventSet stores =
      eventsWith(graph, [](const Event& e) { return e.kind == Kind::Write && !e.init; });
  const EventSet loads =
      eventsWith(graph, [](const Event& e) { return e.kind == Kind::Read && !e.locked; });
  const EventSet flushes = eventsWith(graph, [&](const Event& e) {
    return e.kind == Kind::Update || e.locked || (isFence(e) && e.order == Order::Sc);
  });
  const EventSet storeBarriers =
      eventsWith(graph, [&](const Event& e) { return isFence(e) && releases(e.order); });
  const EventSet instructions =
      eventsWith(graph, [&](const Event& e) { return !isFence(e) || e.order == Order::Sc; });

  const Relation overtaken = seq(stores, r.po, loads) | (seq(stores, r.po, stores) - sameLocation);
  const Relation flushed = seq(r.po, flushes, r.po);
  const Relation barred = seq(stores, r.po, storeBarriers, r.po, stores);
  const Relation ppo = seq(instructions, (r.po - overtaken) | flushed, instructions) | barred;
  const Relation rfe = r.rf - r.po;
  return (ppo | rfe | r.mo | r.fr).acyclic();
}

}  // namespace robur
