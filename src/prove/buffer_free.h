// The reads that can overtake a write while it waits in its thread's store buffer.
//
// A read can overtake the write if some path from the write to the read has no fence or locked
// instruction, which would drain the buffer, and the cell of the read is not certainly in the
// buffer, from which it would be served. The latter is a forward data-flow problem: the cells that
// are in the buffer on every path from the write. Two cells are certainly the same if they have
// the same variable and the same index expression, over registers that have not changed since.
#pragma once

#include <functional>

#include "prove/system.h"

namespace robur::prove {

// The indices of these actions, in order. Nodes for which `reached` is false are ignored.
std::vector<std::size_t> bufferFreeReads(const Thread& thread, std::size_t write,
                                         const std::function<bool(NodeId)>& reached);

}  // namespace robur::prove
