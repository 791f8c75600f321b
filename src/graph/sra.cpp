// Strong release/acquire (Lahav, Giannarakis, Vafeiadis 2016): RA, and happens-before and
// the modification orders of all cells have one common linear extension.
//
//   strong order   acyclic hb | mo
//
// and the axioms of RA.
#include "graph/models.h"

namespace robur {

bool consistentSra(const ExecutionGraph& graph, const Relations& r) {
  return consistentRa(graph, r) && (synchronisationRa(graph, r) | r.mo).acyclic();
}

}  // namespace robur
