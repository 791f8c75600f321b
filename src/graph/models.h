// The axioms, one function and one file per model. The graph must be well formed.
#pragma once

#include "graph/relations.h"

namespace robur {

bool consistentSc(const Relations& r);
bool consistentTso(const ExecutionGraph& graph, const Relations& r);
bool consistentPso(const ExecutionGraph& graph, const Relations& r);
bool consistentRa(const ExecutionGraph& graph, const Relations& r);
bool consistentSra(const ExecutionGraph& graph, const Relations& r);
bool consistentRc20(const ExecutionGraph& graph, const Relations& r);
bool consistentRc11(const ExecutionGraph& graph, const Relations& r);

// What synchronisation orders. In RA and SRA that is the closure of po and rf between atomics; in
// RC20 and RC11 orders and fences decide which rf edges count.
Relation synchronisationRa(const ExecutionGraph& graph, const Relations& r);
Relation happensBeforeRa(const ExecutionGraph& graph, const Relations& r);
Relation happensBeforeRc(const ExecutionGraph& graph, const Relations& r);

}  // namespace robur
