// Which reads can overtake a write that waits in its thread's buffer?
//
// Those that control can come to after the write without passing a fence or a locked
// instruction, which would empty the buffer, and without a write to the same cell, the write
// itself included, since such a read is served from the buffer. On the control-flow graph this
// is a data-flow problem: the cells that are in the buffer for certain, on every way from
// the write to here. Two cells are the same for certain if they are the same variable and
// their indices are the same expression, over registers that have not changed since.
#pragma once

#include <functional>

#include "prove/system.h"

namespace robur::prove {

// Actions of the thread that are such reads, in order. Places that are never reached may be
// left out of the graph.
std::vector<std::size_t> bufferFreeReads(const Thread& thread, std::size_t write,
                                         const std::function<bool(NodeId)>& reached);

}  // namespace robur::prove
