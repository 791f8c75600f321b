#include "program/frames.h"

#include "program/program.h"

namespace robur {

std::vector<FrameId> chainOf(const Program& program, FrameId innermost) {
  std::vector<FrameId> chain;
  for (FrameId at = innermost; at != kNoFrame; at = program.frames[raw(at)].caller) {
    chain.push_back(at);
  }
  return chain;
}

FrameId userFrame(const std::vector<Frame>& frames, const std::vector<Source>& sources,
                  FrameId innermost) {
  if (innermost == kNoFrame) return kNoFrame;
  FrameId at = innermost;
  while (frames[raw(at)].caller != kNoFrame) {
    const Frame& frame = frames[raw(at)];
    if (!frame.wrapper || sources[frame.span.file].owner == Source::Owner::Given) break;
    at = frame.caller;
  }
  return at;
}

FrameId userFrame(const Program& program, FrameId innermost) {
  return userFrame(program.frames, program.sources, innermost);
}

}  // namespace robur
