// The path of a violating run through the program: its events, and between them the sites that its
// threads passed without an event.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"
#include "result/finding.h"

namespace robur {

struct TraceStep {
  ThreadId thread{};
  Pc pc = 0;
  EventId event = kNoEvent;  // kNoEvent: the thread passed a jump
};

// Replays the witness's run in the program in which it was found. Returns its events in order, each
// preceded by the jumps that its thread passed before it; a site whose fence is not chosen is a
// jump. Returns nothing if the replay exceeds its limits, which takes a program with a great many
// nondeterministic choices.
std::optional<std::vector<TraceStep>> traceOf(const Program& program, const Witness& witness);

}  // namespace robur
