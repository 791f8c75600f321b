// The run that leads to a finding, one step per line: who, where, what, with which value.
#pragma once

#include <string>
#include <vector>

#include "report/narrate.h"
#include "report/paint.h"

namespace robur {

struct Step {
  EventId event = kNoEvent;
  unsigned number = 0;  // in the story; 0 if it plays no part
  std::string thread;
  Span span;
  std::string statement;  // the source text
  std::string effect;     // "x == 0"
  std::string remark;     // of the last step: what SC would have done
};

std::vector<Step> stepsOf(const Program& program, const Finding& finding, const Narration& story);

// Lines of the table, without indentation. Unless `whole`, the middle of a long run is
// folded; steps that the story speaks of are always there.
std::vector<std::string> runTable(const std::vector<Step>& steps, bool whole, const Paint& paint);

}  // namespace robur
