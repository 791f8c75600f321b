// Every state that a program reaches on a machine with store buffers: TSO as hardware does it.
//
// A store waits in its thread's queue until the machine writes it to memory; a load sees the newest
// store to its cell in its own queue, or memory; an SC fence and a locked instruction wait until
// the queue is empty. Queues are bounded, which loses runs of programs with loops. Threads are run
// by the interpreter of the oracle, so no code is shared with src/verify.
#pragma once

#include "unit/verify/brute_force.h"

namespace robur::testing {

// `complete` is false if a store did not fit into its queue or there were more states; `graphs` is
// the number of states.
Reached reachedWithStoreBuffers(const Program& program, std::size_t maxStates,
                                std::size_t maxBuffered);

}  // namespace robur::testing
