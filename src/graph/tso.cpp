// Total store order, x86's model (Owens, Sarkar, Sewell; Alglave et al., x86-TSO in cat).
//
//   sc-per-location   acyclic (po & loc) | rf | mo | fr
//   atomicity         irreflexive fr ; mo
//   order             acyclic ppo | rfe | mo | fr
//
// ppo is po without the pairs that a store buffer may reorder: a write and a later
// read with nothing between them that empties the buffer. An SC fence and an update empty
// it, and so does a failed compare-and-swap, which is a locked instruction, before it reads.
// A thread may read its own write early, so only rf between threads (rfe) orders.
// Orders of accesses do not matter, and weaker fences are not instructions: they must not order a
// write before a read by being between them.
#include "graph/models.h"

namespace robur {

bool consistentTso(const ExecutionGraph& graph, const Relations& r) {
  if (!updatesAreAtomic(r)) return false;
  const Relation poLoc = r.po & sameCell(graph);
  if (!(poLoc | r.rf | r.mo | r.fr).acyclic()) return false;

  using Kind = Event::Kind;
  const auto buffered = [](const Event& e) { return e.kind == Kind::Write && !e.init; };
  const EventSet stores = eventsWith(graph, buffered);
  const EventSet loads =
      eventsWith(graph, [](const Event& e) { return e.kind == Kind::Read && !e.locked; });
  const EventSet flushes = eventsWith(graph, [](const Event& e) {
    return e.kind == Kind::Update || (e.kind == Kind::Fence && e.order == Order::Sc) || e.locked;
  });

  const EventSet instructions = eventsWith(
      graph, [](const Event& e) { return e.kind != Kind::Fence || e.order == Order::Sc; });

  const Relation flushed = seq(r.po, flushes, r.po);
  const Relation kept = (r.po - seq(stores, r.po, loads)) | flushed;
  const Relation ppo = seq(instructions, kept, instructions);
  const Relation rfe = r.rf - r.po;
  return (ppo | rfe | r.mo | r.fr).acyclic();
}

}  // namespace robur
