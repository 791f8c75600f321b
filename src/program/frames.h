// The chain of calls that leads to an instruction. Calls are expanded when a program is read, so
// one line of the source can be many instructions; the chain says which call each of them belongs
// to.
//
// Frames form trees: each names the function, the place in it that the chain passes, and the frame
// of its caller. Equal chains share their frames.
#pragma once

#include <string>
#include <vector>

#include "program/source.h"
#include "program/types.h"

namespace robur {

struct Program;

struct Frame {
  std::string function;
  Span span;                  // of the next call of the chain, or of the instruction itself
  FrameId caller = kNoFrame;  // comes before this one in Program::frames
  // The function only wraps one atomic access or a fence for its callers.
  bool wrapper = false;
};

// The frames from the innermost to the function that the thread runs.
std::vector<FrameId> chainOf(const Program& program, FrameId innermost);

// The frame whose line stands for the chain: the innermost that is in a given file or no wrapper,
// or else the outermost. Lines of wrappers say little about an execution, because all accesses have
// the same few lines.
FrameId userFrame(const std::vector<Frame>& frames, const std::vector<Source>& sources,
                  FrameId innermost);
FrameId userFrame(const Program& program, FrameId innermost);

}  // namespace robur
