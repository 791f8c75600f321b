// Puts SC fences into an order with which the model allows the graph, where they are updates of the
// fence cell.
//
// A fence that comes later in that order knows all that happens before an earlier one. So f must
// come before g if f happens before g without that order, and also if something that f happens
// before is, by coherence, before something that happens before g:
//
//   required   [F] ; (hb | hb ; eco ; hb) ; [F]
//
// This is enough for coherence: a path of happens-before that uses the order of fences several
// times can be shortened to one that uses it once, since the order is total and contains hb; and
// `a hb f, f before g, g hb b, b eco a` would mean that g is required before f. What models ask
// beyond coherence (hb | mo acyclic under SRA, the order of sc accesses) is tried by asking for
// more: at first that fences follow po | rf | mo | fr, as in every SC execution, then hb | mo, then
// no more. The axioms judge each attempt.
#pragma once

#include <optional>

#include "graph/axioms.h"
#include "program/model_name.h"

namespace robur {

// The graph has its SC fences as events that are in no modification order and read nothing. Two
// accesses that are to remain a data race can be given: the order of fences then keeps them apart.
// Nothing if no attempt gave a graph that the model allows.
std::optional<ExecutionGraph> withFencesOrdered(const Program& program, const ExecutionGraph& graph,
                                                ModelName model,
                                                const std::optional<RacePair>& apart);

}  // namespace robur
