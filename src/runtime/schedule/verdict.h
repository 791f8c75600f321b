// The answer of schedule=exhaust, for the user and as a record for `robur run`.
#pragma once

#include "runtime/schedule/exploration.h"
#include "runtime/text/text.h"

namespace robur::runtime {

// Why there are no more executions to run.
enum class End : std::uint8_t {
  Complete,
  Bounded,
  Limit,
  Signal,
  TooLong,
  TooManyThreads,
  NotRepeatable,
  Stuck,
  Cancellation,
  NoMemory,
  NoProcess
};

// `violated`: something was reported, or the program has failed.
void printVerdict(const Exploration& x, End end, bool violated);

void addNumbers(Text& text, const SharedVector<std::uint32_t>& numbers);  // "0.1.1"

}  // namespace robur::runtime
