// The monitor of models/tso.h, for the search.
#include "explore/rows/monitor_of.h"
#include "models/tso.h"

namespace robur {

MonitorType tsoMonitor(const Exploration& exploration, unsigned rowWords) {
  return monitorTypeOf<Tso>(exploration, rowWords);
}

}  // namespace robur
