// Loops in which a thread may spin forever.
//
// A thread that waits forever in a loop sees the same memory in every round: nobody else goes on,
// and what it writes itself is there already. So a hang in a loop needs a cycle of the thread's
// local states that reads and writes one value of each cell. A loop that retries a compare-and-swap
// with the value that it has just read has no such cycle: as soon as memory rests, the
// compare-and-swap succeeds and changes it. No run of any model has to be looked at for this,
// because local graphs have the values of all models.
#pragma once

#include "verify/local_graph.h"

namespace robur::verify {

// False only if no thread has such a cycle. The waits of the language are not loops: threads that
// they block show in final states.
bool maySpinForever(const LocalGraphs& locals);

}  // namespace robur::verify
