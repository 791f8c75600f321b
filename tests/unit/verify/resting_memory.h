// Threads that wait forever under SC, by the definition: is there a fair run in which memory
// changes no more, and a thread that has not ended goes on reading or is blocked? All states are
// stored, and a run that repeats is a strongly connected component of the steps that leave memory
// as it is.
#pragma once

#include <cstddef>
#include <optional>

#include "program/program.h"

namespace robur::testing {

// Nothing if there are more states than `maxStates`, a thread stops at a fault or an assumption, or
// runs forever without an access.
std::optional<bool> waitsForever(const Program& program, std::size_t maxStates);

}  // namespace robur::testing
