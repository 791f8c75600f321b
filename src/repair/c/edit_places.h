// Where the text of an instruction may be changed, along the chain of calls that led to it
// (program/frames.h): only in the user's files, and as near to the access as a change affects no
// other call.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur::repair_c {

// The chain from the innermost function to the outermost. An instruction without a chain is in a
// function of its own.
std::vector<Frame> framesOf(const Program& program, const Instr& in);

// Is the file the user's to be edited?
bool isEditable(const Program& program, const Span& span);

// The places around which a fence may be inserted: the line that is shown, or the call that led to
// it if the line is a library's. If that is in a wrapper, also the calls of the wrapper.
std::vector<Span> fencePlaces(const Program& program, const Instr& in);

// For an access whose text is in this frame: the call that it belongs to. That is another one only
// if the frame is a wrapper's.
Span callOf(const Program& program, FrameId frame);

}  // namespace robur::repair_c
