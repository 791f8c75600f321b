// Waits that end under every model, such as joins.
//
// In the end a wait reads the last write of its cell. A join waits for a flag that one other thread
// sets before it ends, so the wait goes on unless that thread stays behind itself. If all waits are
// of this kind, and no threads wait for each other in a circle, then nobody waits forever. This is
// seen without looking at runs, of which there may be too many.
#pragma once

#include "verify/local_graph.h"

namespace robur::verify {

// False only if no wait of any thread can block it forever. The local graphs are those of the
// machine's program.
bool mayBlockForever(const Machine& machine, const LocalGraphs& locals);

}  // namespace robur::verify
