// Pure spin loops as blocking waits.
//
// A loop that loads one cell, works on registers and goes back to the same load unless the
// value passes a test has no effect until it leaves. Keeping its failed rounds makes every
// such program look sensitive to memory, although only the last round can matter; the
// papers write a blocking wait by hand. Here the load becomes a wait for just those values
// with which the loop is left; everything after it stays as it is. In the same way a
// compare-and-swap that is tried again and again until it succeeds becomes a blocking one.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

struct BlockedLoop {
  CodeId code{};
  Pc pc = 0;  // of the load that became a wait, or the Cas that became a Bcas
  Span span;
};

// Changes `program`; returns what was changed.
std::vector<BlockedLoop> blockSpinLoops(Program& program);

}  // namespace robur
