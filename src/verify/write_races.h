// Write/write races under SRA, the premise under which RA reaches the same states as SRA.
//
// Some execution has two unordered writes to x if and only if some thread can be about to make
// a plain store to x while it may still read a write to x that is not the last one. The last
// one may be taken to be the last event of the run, so the question begins right before it:
// one thread about to write x, another about to store to x and able to read x once more, after
// which the first writes. Locations with one writer, or written by updates alone, cannot race.
#pragma once

#include <optional>

#include "verify/coverability.h"

namespace robur::verify {

struct WriteRace {
  std::uint32_t cell = 0;
  std::uint32_t first = 0;   // threads
  std::uint32_t second = 0;  // stores although it has not seen the first one's write
};

struct WriteRaces {
  bool known = false;  // false: a limit was reached
  std::optional<WriteRace> race;
  std::uint64_t expanded = 0;
};

WriteRaces writeRaces(const Setting& setting, const SearchLimits& limits);

}  // namespace robur::verify
