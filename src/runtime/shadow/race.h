// Data races by the model's own happens-before.
//
// The shadow of eight bytes keeps up to four accesses, each with the index that another thread
// must know of its thread to come after it. An access races with one of them if they share a
// byte, one writes, one is not atomic, and the index is not known. Four are not always
// enough; an access that is pushed out can be missed, but nothing is ever invented.
#pragma once

#include "runtime/shadow/shadow.h"

namespace robur::runtime {

struct AccessKind {
  bool write = false;
  bool atomic = false;
};

// The earlier of two racing accesses.
struct Race {
  bool found = false;
  Slot thread = 0;
  AccessKind kind;
  Site site = 0;  // 0 if it cannot be told any more
  std::uint64_t address = 0;
};

// Has this thread made the same access since its last tick? Then there is nothing to record.
bool sameAsBefore(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, bool write);

// Checks and records an access; `size` is at least 1. A plain write makes atomics there new.
Race recordAccess(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, AccessKind kind,
                  Site site);

// Memory that has just been allocated counts as written by its new owner, and by nobody else.
void recordAllocation(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, Site site);

}  // namespace robur::runtime
