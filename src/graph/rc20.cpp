// RC20 (Margalit and Lahav 2021; RC11 of Lahav et al. 2017 with the release sequences of
// C++20), with SC fences as updates of the fence cell.
//
//   rs  = [W] ; (rf ; [U])*                         release sequence
//   sw  = ([rel] | [F rel] ; po ; [W]) ; rs ; rf ; ([acq] | [R] ; po ; [F acq])
//   hb  = (po | sw)+                                on atomics, both of them
//   no thin air   acyclic po | rf
//   coherence     irreflexive hb ; eco
//   atomicity     irreflexive fr ; mo
//
// RC20 has no sc accesses. Ours are acq_rel and, as in RC11,
//
//   scb = po | (po \ loc) ; hb ; (po \ loc) | hb & loc | mo | fr
//   sc    acyclic [sc] ; scb ; [sc]
//
// where an SC fence, being an update, takes no part.
#include "graph/models.h"

namespace robur {

namespace {

bool isFence(const Event& e) {
  return e.kind == Event::Kind::Fence || e.scFence;
}

Relation synchronisesWith(const ExecutionGraph& graph, const Relations& r) {
  const auto with = [&](const auto& pred) { return eventsWith(graph, pred); };
  const EventSet atomicReads = with([](const Event& e) { return isAtomicAccess(e) && reads(e); });
  const EventSet atomicWrites = with([](const Event& e) { return isAtomicAccess(e) && writes(e); });
  const EventSet updates = with([](const Event& e) { return e.kind == Event::Kind::Update; });
  const EventSet relWrites =
      with([](const Event& e) { return isAtomicAccess(e) && writes(e) && releases(e.order); });
  const EventSet acqReads =
      with([](const Event& e) { return isAtomicAccess(e) && reads(e) && acquires(e.order); });
  const EventSet relFences = with([](const Event& e) { return isFence(e) && releases(e.order); });
  const EventSet acqFences = with([](const Event& e) { return isFence(e) && acquires(e.order); });
  const Relation id = Relation::identity(graph.size());

  const Relation release = seq(relWrites, id) | seq(relFences, r.po, atomicWrites);
  const Relation sequence = seq(r.rf, updates).reflexiveClosure();
  const Relation acquire = seq(acqReads, id) | seq(atomicReads, r.po, acqFences);
  return seq(release, sequence, r.rf, atomicReads, acquire);
}

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

Relation happensBeforeRc20(const ExecutionGraph& graph, const Relations& r) {
  return (r.po | synchronisesWith(graph, r)).closure();
}

bool consistentRc20(const ExecutionGraph& graph, const Relations& r) {
  if (!updatesAreAtomic(r) || !(r.po | r.rf).acyclic()) return false;
  const Relation hb = happensBeforeRc20(graph, r);
  return irreflexive(hb, extendedCoherence(r)) && scAccessesAgree(graph, r, hb);
}

}  // namespace robur
