// The same program without the values that decide nothing: what a statistics counter has counted,
// or the element that somebody takes from a queue and drops.
//
// A value is needed if an address, a condition or an assertion is computed from it, or if computing
// it may fail (an overflow that is an error, a division). All others are left out as by a data
// abstraction (data_abstraction.h), and since nothing becomes nondeterministic, this one is exact:
// it has the runs of the program except for these values, so the same execution graphs, the same
// races and the same errors. A counter that is never reset then has one value instead of 2^32.
#pragma once

#include <optional>

#include "program/program.h"

namespace robur {

// Nothing if every value is needed. The program must be valid, and spin loops that are treated as
// waits must be waits. Instructions keep their places.
std::optional<Program> withoutUnneededValues(const Program& program);

}  // namespace robur
