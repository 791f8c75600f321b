// Granules of plain memory of which a read was dropped, because more threads have read them than a
// cell has room for. That loses a race only if somebody writes there later; schedule=exhaust has to
// know whether this can have happened.
#pragma once

#include "runtime/state/runtime.h"

namespace robur::runtime {

inline bool noteLostRead(std::uint64_t granule) {
  std::uint32_t& count = tables.lostReadCount[0];
  for (std::uint32_t i = 0; i < count; ++i) {
    if (tables.lostReads[i] == granule) return true;
  }
  if (count == RuntimeTables::kLostReads) return false;
  tables.lostReads[count++] = granule;
  return true;
}

inline void noteWriteBeside(std::uint64_t granule) {
  for (std::uint32_t i = 0; i < tables.lostReadCount[0]; ++i) {
    if (tables.lostReads[i] == granule) noteLoss(Loss::PlainAccesses);
  }
}

}  // namespace robur::runtime
