// Who goes on: the choice at each step of a controlled schedule.
//
//   random    a fair coin at every step
//   pct       priorities, drawn when a thread begins, and the highest goes; at depth-1 steps,
//             drawn in advance, the running thread falls behind all others. A bug that takes
//             `depth` places in order is found with probability 1/(n·k^(depth-1)) at least,
//             for n threads and k steps (Burckhardt et al. 2010).
//   exhaust   told in advance for the first steps, then nobody is interrupted; what there was
//             to choose is written down, so that the next run can choose otherwise
#pragma once

#include <cstdint>

#include "runtime/threads/thread.h"

namespace robur::runtime {

// A new thread takes part.
void policyEnter(Thread* thread);

// One of `count` > 0 threads, ordered by number; `running` is among them, or null if it cannot
// go on.
Thread* policyChoose(Thread* const* threads, std::uint32_t count, const Thread* running);

std::uint64_t policySteps();  // choices so far

}  // namespace robur::runtime
