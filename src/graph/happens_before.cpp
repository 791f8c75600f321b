// Happens-before of C and C++20, which RC20 and RC11 share.
//
//   rs  = [W] ; (rf ; [U])*                         release sequence
//   sw  = ([rel] | [F rel] ; po ; [W]) ; rs ; rf ; ([acq] | [R] ; po ; [F acq])
//   hb  = (po | sw)+                                on atomics, both of them
//
// An access that is sc is acquire and release as well, and so is an SC fence, whether it is
// an event of its own or an update of the fence cell.
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

}  // namespace

Relation happensBeforeRc(const ExecutionGraph& graph, const Relations& r) {
  return (r.po | synchronisesWith(graph, r)).closure();
}

}  // namespace robur
