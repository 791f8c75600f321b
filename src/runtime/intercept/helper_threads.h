#pragma once

namespace robur::runtime {

// From now on; at the start of the process.
void orderHelperThreads();
// A thread whose creation was not seen has allocated a block, which may be for a thread that it
// creates in the same way.
void passOnToHelpers();

}  // namespace robur::runtime
