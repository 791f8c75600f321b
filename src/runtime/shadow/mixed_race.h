// Plain accesses to memory that atomics are in.
#pragma once

#include "runtime/shadow/race.h"

namespace robur::runtime {

// A plain access of these bytes, all in one granule, against the atomics that they belong to.
Race againstAtomics(const ThreadClocks& t, std::uint64_t begin, std::uint64_t end, bool write);

}  // namespace robur::runtime
