// Write/write races under SRA, the premise under which RA reaches the same states as SRA.
//
// Some execution has two unordered writes to x if and only if some thread can be about to store to
// x (not to update it) while it can still read a write to x other than the last one. We may assume
// that the last write is the last event of the run, so the target is the state before it: one
// thread is about to write x, and another is about to store to x and can still read x after the
// first has written. A location with one writer, or written only by updates, cannot race.
#pragma once

#include <optional>

#include "verify/coverability.h"

namespace robur::verify {

struct WriteRace {
  std::uint32_t cell = 0;
  std::uint32_t first = 0;   // the two threads
  std::uint32_t second = 0;  // stores without having seen the write of the first
};

struct WriteRaces {
  bool known = false;  // false: a limit was reached
  std::optional<WriteRace> race;
  std::uint64_t expanded = 0;
};

WriteRaces writeRaces(const ThreadSystem& system, const SearchLimits& limits);

}  // namespace robur::verify
