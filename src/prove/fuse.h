// Steps on registers alone ride along with the action before them.
//
// Nobody can tell when such a step happens, so it may as well happen at once. Then a place in
// the code is left only where it matters for others, and what a branch finds out about the
// value just read is known from there on: after `r = x.cas(0, 1); if (r == 0)` there is a
// place where the swap has succeeded and another where it has failed. A step that can block is
// left alone, for the action before it happens even if the thread then goes no further.
#pragma once

#include "prove/system.h"

namespace robur::prove {

void fuseLocalSteps(Thread& thread);

}  // namespace robur::prove
