// The monitor of models/sc.h, for the search.
#include "explore/rows/monitor_of.h"
#include "models/sc.h"

namespace robur {

MonitorType scMonitor(const Exploration& exploration, unsigned rowWords) {
  return monitorTypeOf<Sc>(exploration, rowWords);
}

}  // namespace robur
