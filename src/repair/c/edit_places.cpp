#include "repair/c/edit_places.h"

namespace robur::repair_c {

std::vector<Frame> framesOf(const Program& program, const Instr& in) {
  std::vector<Frame> out;
  for (const FrameId id : chainOf(program, in.frame)) out.push_back(program.frames[raw(id)]);
  if (out.empty()) out.push_back({{}, in.span, kNoFrame, false});
  return out;
}

bool isEditable(const Program& program, const Span& span) {
  return span.known() && span.file < program.sources.size() &&
         program.sources[span.file].owner != Source::Owner::Library;
}

std::vector<Span> fencePlaces(const Program& program, const Instr& in) {
  if (in.frame == kNoFrame) {
    return isEditable(program, in.span) ? std::vector{in.span} : std::vector<Span>{};
  }
  std::vector<Span> out;
  for (const FrameId id : chainOf(program, userFrame(program, in.frame))) {
    const Frame& frame = program.frames[raw(id)];
    if (!isEditable(program, frame.span)) continue;
    out.push_back(frame.span);
    if (!frame.wrapper) break;
  }
  return out;
}

Span callOf(const Program& program, FrameId frame) {
  if (frame == kNoFrame) return {};
  while (program.frames[raw(frame)].wrapper && program.frames[raw(frame)].caller != kNoFrame) {
    frame = program.frames[raw(frame)].caller;
  }
  return program.frames[raw(frame)].span;
}

}  // namespace robur::repair_c
