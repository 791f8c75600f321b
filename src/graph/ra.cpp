// Release/acquire (Lahav, Giannarakis, Vafeiadis 2016): every atomic access synchronises.
//
//   hb = (po | rf on atomics)+
//   no thin air   acyclic po | rf
//   coherence     irreflexive hb ; eco
//   atomicity     irreflexive fr ; mo
//
// Orders, and fences weaker than SC, do not matter. Accesses to plain memory are subject to
// coherence but do not synchronise; on graphs of atomics the axioms are the published ones.
#include "graph/models.h"

namespace robur {

Relation synchronisationRa(const ExecutionGraph& graph, const Relations& r) {
  const EventSet atomics = eventsWith(graph, isAtomicAccess);
  return r.po | seq(atomics, r.rf, atomics);
}

Relation happensBeforeRa(const ExecutionGraph& graph, const Relations& r) {
  return synchronisationRa(graph, r).closure();
}

bool consistentRa(const ExecutionGraph& graph, const Relations& r) {
  if (!updatesAreAtomic(r) || !(r.po | r.rf).acyclic()) return false;
  return irreflexive(happensBeforeRa(graph, r), extendedCoherence(r));
}

}  // namespace robur
