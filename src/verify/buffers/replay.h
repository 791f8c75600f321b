// Reconstructs a run from the moves of the backward search, forwards, with store order and places.
//
// The moves give the order of writes and drains. The reads in between are searched for: a thread's
// place is its position in the order of all writes, and a read takes the earliest place at which it
// gets its value, which leaves most freedom to later reads. The result is an execution graph for
// src/graph to judge. This code knows nothing of demands.
#pragma once

#include "verify/buffers/search.h"
#include "verify/replay.h"

namespace robur::verify_buffers {

std::optional<verify::Replayed> replay(const Program& program, const LocalGraphs& graphs,
                                       const std::vector<Move>& moves, const Target& target);

}  // namespace robur::verify_buffers
