// State for detecting races between plain and atomic accesses to one location: the last atomic
// reads and writes, and which threads already happen after the plain accesses.
#pragma once

#include "runtime/clocks/after_plain.h"
#include "runtime/clocks/last_accesses.h"

namespace robur::runtime {

struct AtomicAccesses {
  LastAccesses writes;
  LastAccesses reads;
  AfterPlain afterAll;     // after plain reads and writes; an atomic write needs this
  AfterPlain afterWrites;  // after plain writes; an atomic read needs only this
  Site lastSite = 0;       // of the last atomic access
  std::uint16_t lastThread = 0;

  void clear() {
    writes.clear();
    reads.clear();
    *this = {};
  }
};
static_assert(sizeof(AtomicAccesses) == kRaceBytes);

}  // namespace robur::runtime
