// Why a model allows a cycle that no interleaving has: what the model guarantees, what it does not,
// and which accesses of the cycle are too weak for the guarantee.
#pragma once

#include <string>

#include "report/tour.h"

namespace robur {

// May be empty.
std::string whyAllowed(ModelName model, Reordering kind, const ExecutionGraph& graph,
                       const Tour& tour);

}  // namespace robur
