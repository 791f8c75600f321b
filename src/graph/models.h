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

// What the model's synchronisation puts in order. RA and SRA have the same, the closure of
// po and rf between atomics; RC20 and RC11 have the same, which looks at orders and fences.
Relation synchronisationRa(const ExecutionGraph& graph, const Relations& r);
Relation happensBeforeRa(const ExecutionGraph& graph, const Relations& r);
Relation happensBeforeRc(const ExecutionGraph& graph, const Relations& r);

}  // namespace robur
