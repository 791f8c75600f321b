// Why a model allows a cycle that no interleaving has: what it promises and what it does not,
// and which accesses of this program are too weak for what it does promise.
#pragma once

#include <string>

#include "report/tour.h"

namespace robur {

// May be empty.
std::string whyAllowed(ModelName model, Reordering kind, const ExecutionGraph& graph,
                       const Tour& tour);

}  // namespace robur
