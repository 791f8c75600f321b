// RC20 (Margalit and Lahav 2021; RC11 of Lahav et al. 2017 with the release sequences of
// C++20), with SC fences as updates of the fence cell. For hb see happens_before.cpp.
//
//   no thin air   acyclic po | rf
//   coherence     irreflexive hb ; eco
//   atomicity     irreflexive fr ; mo
//
// RC20 has no sc accesses. Here they are acq_rel and, as in RC11,
//
//   scb = po | (po \ loc) ; hb ; (po \ loc) | hb & loc | mo | fr
//   sc    acyclic [sc] ; scb ; [sc]
//
// where SC fences do not count, since they are updates.
#include "graph/models.h"

namespace robur {

namespace {

bool scAccessesAgree(const ExecutionGraph& graph, const Relations& r, const Relation& hb) {
  const EventSet sc =
      eventsWith(graph, [](const Event& e) { return isAtomicAccess(e) && e.order == Order::Sc; });
  if (sc.empty()) return true;
  const Relation loc = sameCell(graph);
  const Relation away = r.po - loc;
  const Relation around = seq(sc, away, hb, away, sc);
  return (seq(sc, r.po | (hb & loc) | r.mo | r.fr, sc) | around).acyclic();
}

}  // namespace

bool consistentRc20(const ExecutionGraph& graph, const Relations& r) {
  if (!updatesAreAtomic(r) || !(r.po | r.rf).acyclic()) return false;
  const Relation hb = happensBeforeRc(graph, r);
  return irreflexive(hb, extendedCoherence(r)) && scAccessesAgree(graph, r, hb);
}

}  // namespace robur
