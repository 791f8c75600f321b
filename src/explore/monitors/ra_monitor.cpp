// The monitor of models/ra.h, for the search.
#include "explore/rows/monitor_of.h"
#include "models/ra.h"

namespace robur {

MonitorType raMonitor(const Exploration& exploration, unsigned rowWords) {
  return monitorTypeOf<Ra>(exploration, rowWords);
}

}  // namespace robur
