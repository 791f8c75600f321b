// RC11 (Lahav, Vafeiadis, Kang, Hur and Dreyer 2017), with the release sequences of C++20. For
// hb see happens_before.cpp; [sc] are accesses and fences, [F] those of them that are fences.
//
//   no thin air   acyclic po | rf
//   coherence     irreflexive hb ; eco
//   atomicity     irreflexive fr ; mo
//   sc            acyclic psc_base | psc_F
//
//   scb      = po | (po \ loc) ; hb ; (po \ loc) | hb & loc | mo | fr
//   psc_base = ([sc] | [F] ; hb?) ; scb ; ([sc] | hb? ; [F])
//   psc_F    = [F] ; (hb | hb ; eco ; hb) ; [F]
//
// A fence has no cell, so that po to or from it is always po \ loc, as in herd's rc11.cat.
#include "graph/models.h"

namespace robur {

namespace {

Relation partialSc(const ExecutionGraph& graph, const Relations& r, const Relation& hb,
                   const Relation& eco) {
  const auto isSc = [](const Event& e) { return e.order == Order::Sc; };
  const EventSet sc = eventsWith(graph, isSc);
  if (sc.empty()) return Relation(graph.size());
  const EventSet fences =
      eventsWith(graph, [&](const Event& e) { return isSc(e) && e.kind == Event::Kind::Fence; });
  const Relation id = Relation::identity(graph.size());
  const Relation loc = sameCell(graph);
  const Relation away = r.po - loc;
  const Relation scb = r.po | seq(away, hb, away) | (hb & loc) | r.mo | r.fr;
  const Relation from = seq(sc, id) | seq(fences, hb);
  const Relation to = seq(id, sc) | seq(hb, fences);
  const Relation pscF = seq(fences, hb | seq(hb, eco, hb), fences);
  return seq(from, scb, to) | pscF;
}

}  // namespace

bool consistentRc11(const ExecutionGraph& graph, const Relations& r) {
  if (!updatesAreAtomic(r) || !(r.po | r.rf).acyclic()) return false;
  const Relation hb = happensBeforeRc(graph, r);
  const Relation eco = extendedCoherence(r);
  return irreflexive(hb, eco) && partialSc(graph, r, hb, eco).acyclic();
}

}  // namespace robur
