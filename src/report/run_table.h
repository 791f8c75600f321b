// The run that leads to a finding, one step per line: thread, line, statement, effect.
#pragma once

#include <string>
#include <vector>

#include "report/narrate.h"
#include "report/paint.h"

namespace robur {

struct Step {
  EventId event = kNoEvent;
  unsigned number = 0;  // in the narration; 0 if it is not part of it
  std::string thread;
  Span span;
  FrameId frame = kNoFrame;
  std::string statement;  // the source text
  std::string effect;     // "x == 0"
  std::string remark;     // of the last step: what SC would have done
};

std::vector<Step> stepsOf(const Program& program, const Finding& finding,
                          const Narration& narration);

// Lines of the table, without indentation. Unless `whole`, the middle of a long run is folded,
// except for the steps that the narration numbers. If the steps are in several files, lines name
// theirs.
std::vector<std::string> runTable(const Program& program, const std::vector<Step>& steps,
                                  bool whole, const Paint& paint);

}  // namespace robur
