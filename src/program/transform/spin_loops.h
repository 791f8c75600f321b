// Turns pure spin loops into blocking waits.
//
// A loop that loads one cell, computes with registers and goes back to the same load unless the
// value passes a test has no effect until it exits. With its failed iterations every such program
// would be reported as not robust, although only the last iteration can matter; the papers write a
// blocking wait by hand. Here the load becomes a wait for exactly the values with which the loop
// exits; the code after it is unchanged. In the same way a compare-and-swap that is retried until
// it succeeds becomes a blocking one.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

struct BlockedLoop {
  CodeId code{};
  Pc pc = 0;  // of the load that became a wait, or the Cas that became a Bcas
  Span span;
};

// Changes `program`; returns the loops that were changed. `observed`: per thread, the registers
// whose values at its end matter; empty: none.
std::vector<BlockedLoop> blockSpinLoops(Program& program,
                                        const std::vector<std::vector<bool>>& observed = {});

}  // namespace robur
