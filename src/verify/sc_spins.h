// Can a thread spin forever under SC?
//
// A run in which threads only spin from some point on has a state there: every thread that has not
// ended waits, or runs alone, with memory as it is, without writing, into a local state where it
// has been before. Whether a state is like that is found by running its threads, each by itself.
// For a program with few states this takes far less time than the enumeration of its execution
// graphs, whose number grows with the rounds that a retry loop can make before something changes.
#pragma once

#include <cstdint>
#include <functional>

#include "program/program.h"

namespace robur::verify {

enum class ScSpins : std::uint8_t { None, Some, Unknown };

// None: in no state, and in none of them all threads that have not ended wait. Some: perhaps; runs
// that an assumption excludes count too. Unknown: there are more states than `mostStates`, `stop`
// returned true, or a thread makes too many local steps. The program must have no faults.
ScSpins spinsUnderSc(const Program& program, std::uint64_t mostStates,
                     const std::function<bool()>& stop);

}  // namespace robur::verify
