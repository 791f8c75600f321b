// The axioms, one function and one file per model. The graph must be well formed.
#pragma once

#include "graph/relations.h"

namespace robur {

bool consistentSc(const Relations& r);
bool consistentTso(const ExecutionGraph& graph, const Relations& r);
bool consistentRa(const ExecutionGraph& graph, const Relations& r);
bool consistentSra(const ExecutionGraph& graph, const Relations& r);
bool consistentRc20(const ExecutionGraph& graph, const Relations& r);

// What the model's synchronisation puts in order. RA and SRA have the same, the closure of
// po and rf between atomics.
Relation synchronisationRa(const ExecutionGraph& graph, const Relations& r);
Relation happensBeforeRa(const ExecutionGraph& graph, const Relations& r);
Relation happensBeforeRc20(const ExecutionGraph& graph, const Relations& r);

}  // namespace robur
