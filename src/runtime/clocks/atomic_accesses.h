// What races between plain accesses and those of an atomic need: the last of the latter, and who of
// them comes after the former.
#pragma once

#include "runtime/clocks/after_plain.h"
#include "runtime/clocks/last_accesses.h"

namespace robur::runtime {

struct AtomicAccesses {
  LastAccesses writes;
  LastAccesses reads;
  AfterPlain afterAll;
  AfterPlain afterWrites;
  Site lastSite = 0;  // of the last atomic access
  std::uint16_t lastThread = 0;

  void clear() {
    writes.clear();
    reads.clear();
    *this = {};
  }
};
static_assert(sizeof(AtomicAccesses) == kRaceBytes);

}  // namespace robur::runtime
