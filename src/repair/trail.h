// The way a violating run took through the program: its events, and between them the sites
// that its threads passed without anything happening there.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"
#include "result/finding.h"

namespace robur {

struct TrailStep {
  ThreadId thread{};
  Pc pc = 0;
  EventId event = kNoEvent;  // kNoEvent: a jump was passed
};

// Follows the witness's run in the program that it was found in, and returns its events in
// order with every jump (which a site without its fence is) passed before each of them by the
// same thread. Nothing if the run cannot be followed within reason, which takes a program
// with a great many ways to choose.
std::optional<std::vector<TrailStep>> trailOf(const Program& program, const Witness& witness);

}  // namespace robur
