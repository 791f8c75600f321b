// The calls behind an access, folded into one line below the one that is shown:
//
//   in __load (atomic.h:12), called from vatomic_read (atomic.h:40)    the wrappers below it
//   in push, called from client.c:31                                   and what is above it
#pragma once

#include <string>

#include "program/program.h"

namespace robur {

// The chain of calls of an instruction; kNoFrame if it is not known.
FrameId frameOf(const Program& program, ThreadId thread, Pc pc);

// The functions between the line shown and the access itself; empty if there are none.
std::string callsBelow(const Program& program, FrameId frame);
// The calls that led to the function of the line shown; empty if the thread began with it.
std::string callsAbove(const Program& program, FrameId frame);

}  // namespace robur
