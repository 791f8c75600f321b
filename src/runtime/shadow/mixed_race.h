// Plain accesses to memory that contains atomics.
#pragma once

#include "runtime/shadow/race.h"

namespace robur::runtime {

// Checks a plain access of these bytes, all in one granule, against the atomics in them.
Race againstAtomics(const ThreadClocks& t, std::uint64_t begin, std::uint64_t end, bool write);

}  // namespace robur::runtime
