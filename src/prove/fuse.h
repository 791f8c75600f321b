// Fuses local steps, which only use registers, with the action before them.
//
// No other thread can observe when a local step happens, so it may happen together with the
// preceding action. Nodes then remain only where interference matters, and the outcome of a branch
// on a value just read is part of the location: after `r = x.cas(0, 1); if (r == 0)` there is one
// node where the swap succeeded and one where it failed. A step that can block is not fused,
// because the action before it happens even if the thread then blocks.
#pragma once

#include "prove/system.h"

namespace robur::prove {

void fuseLocalSteps(Thread& thread);

}  // namespace robur::prove
